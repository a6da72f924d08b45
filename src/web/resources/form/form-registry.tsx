import { Theme } from '@rjsf/antd';
import type { RegistryFieldsType, RegistryWidgetsType } from '@rjsf/utils';
import { ArrayFieldItemTemplate, ArrayFieldTemplate } from '../array-template.tsx';
import { AttachmentWidget } from '../files/attachment-widget.tsx';
import { FieldTemplate, ObjectFieldTemplate } from '../form-templates.tsx';
import { AltitudeField } from '../widgets/altitude-field.tsx';
import { ColourWidget } from '../widgets/colour-widget.tsx';
import { ConditionField } from '../widgets/condition-field.tsx';
import { GeometryField } from '../widgets/geometry-field.tsx';
import { IdentityWidget } from '../widgets/identity-widget.tsx';
import * as inputs from '../widgets/input-widgets.tsx';
import { JsonField } from '../widgets/json-field.tsx';
import { LockedField } from '../widgets/locked-field.tsx';
import { ParameterValueWidget } from '../widgets/parameter-value-widget.tsx';
import { PermissionsWidget } from '../widgets/permissions-widget.tsx';
import { PhoneWidget } from '../widgets/phone-widget.tsx';
import { QrWidget } from '../widgets/qr-widget.tsx';
import { RangeField } from '../widgets/range-field.tsx';
import { RelationWidget } from '../widgets/relation-widget.tsx';
import { ResourceNamesWidget } from '../widgets/resource-names-widget.tsx';
import { SelectWidget } from '../widgets/select-widget.tsx';
import { WeeklyField } from '../widgets/weekly-field.tsx';

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
};

export const templates = {
  ...Theme.templates,
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
};
