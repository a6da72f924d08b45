import { Theme } from '@rjsf/antd';
import type { RegistryFieldsType, RegistryWidgetsType } from '@rjsf/utils';
import { ArrayFieldItemTemplate, ArrayFieldTemplate } from '#web/engine/array-template.tsx';
import { AttachmentWidget } from '#web/engine/files/attachment-widget.tsx';
import { FieldTemplate, ObjectFieldTemplate } from '#web/engine/form-templates.tsx';
import { TilesField } from '#web/engine/tiles/tiles-field-on-demand.ts';
import { AltitudeField } from '#web/engine/widgets/altitude-field.tsx';
import { ColourWidget } from '#web/engine/widgets/colour-widget.tsx';
import { ConditionField } from '#web/engine/widgets/condition-field.tsx';
import { GeometryField } from '#web/engine/widgets/geometry-field.tsx';
import { IdentityWidget } from '#web/engine/widgets/identity-widget.tsx';
import * as inputs from '#web/engine/widgets/input-widgets.tsx';
import { JsonField } from '#web/engine/widgets/json-field.tsx';
import { LockedField } from '#web/engine/widgets/locked-field.tsx';
import { MappingWidget } from '#web/engine/widgets/mapping-widget.tsx';
import { ParameterValueWidget } from '#web/engine/widgets/parameter-value-widget.tsx';
import { PermissionsWidget } from '#web/engine/widgets/permissions-widget.tsx';
import { PhoneWidget } from '#web/engine/widgets/phone-widget.tsx';
import { QrWidget } from '#web/engine/widgets/qr-widget.tsx';
import { RangeField } from '#web/engine/widgets/range-field.tsx';
import { RelationWidget } from '#web/engine/widgets/relation-widget.tsx';
import { ResourceNamesWidget } from '#web/engine/widgets/resource-names-widget.tsx';
import { SelectWidget } from '#web/engine/widgets/select-widget.tsx';
import { WeeklyField } from '#web/engine/widgets/weekly-field.tsx';

/** Widgets by the name that a schema or an entry gives them. A new one is a file and a line here. */
export const widgets: RegistryWidgetsType = {
  ...Theme.widgets,
  SelectWidget,
  TextWidget: inputs.LineWidget,
  TextareaWidget: inputs.TextareaWidget,
  CheckboxWidget: inputs.CheckboxWidget,
  line: inputs.LineWidget,
  quantity: inputs.QuantityWidget,
  day: inputs.DayWidget,
  moment: inputs.MomentWidget,
  relation: RelationWidget,
  dictionary: inputs.DictionaryWidget,
  texts: inputs.TextsWidget,
  permissions: PermissionsWidget,
  colour: ColourWidget,
  phone: PhoneWidget,
  identity: IdentityWidget,
  qr: QrWidget,
  resourceNames: ResourceNamesWidget,
  parameterValue: ParameterValueWidget,
  attachment: AttachmentWidget,
  mapping: MappingWidget,
};

/** Widgets that draw a value whole, also an object or a list. Their names stand in form-schema.ts too. */
export const fields: RegistryFieldsType = {
  altitude: AltitudeField,
  geometry: GeometryField,
  json: JsonField,
  weekly: WeeklyField,
  condition: ConditionField,
  range: RangeField,
  locked: LockedField,
  tiles: TilesField,
};

export const templates = {
  ...Theme.templates,
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
};
