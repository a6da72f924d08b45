import { listedFields, type PlanPart, planParts } from '#domain/plans/filed-fields.ts';
import { type FieldSchema, isLinkList, relationOf } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';

type OwnColumnId =
  | 'plan'
  | 'callsign'
  | 'aircraft'
  | 'pilots'
  | 'departure'
  | 'destination'
  | 'date'
  | 'etd'
  | 'eta'
  | 'lower'
  | 'upper'
  | 'airspace'
  | 'area'
  | 'width'
  | 'route'
  | 'rules'
  | 'mission'
  | 'urgency';
/** A column of its own kind, or that of a listed field by its schema. */
export type SheetColumnId = OwnColumnId | `${PlanPart}.${string}`;

export interface SheetColumn {
  id: SheetColumnId;
  label: Label;
  /** Other heads that people give it. */
  names: { 'zh-Hans': readonly string[]; en: readonly string[] };
  /** Pixels. */
  width: number;
  /** The fields that stand in it. */
  fields: readonly string[];
  /** Record types whose names stand in it. */
  resources?: readonly string[];
  several?: boolean;
  /** Of the plan, not of the sortie: said in its first row. */
  ofPlan?: boolean;
  /** Of a column that is read and written by the schema of its field. */
  schema?: FieldSchema;
}

const ownColumns: readonly SheetColumn[] = [
  {
    id: 'plan',
    label: { 'zh-Hans': '计划', en: 'Plan' },
    names: { 'zh-Hans': ['计划号', '计划序号', '序号'], en: ['plan no', 'no', '#'] },
    width: 52,
    fields: [],
  },
  {
    id: 'callsign',
    label: { 'zh-Hans': '呼号', en: 'Callsign' },
    names: { 'zh-Hans': ['航空器呼号', '航班号'], en: ['call sign', 'flight', 'acid'] },
    width: 88,
    fields: ['callsign'],
  },
  {
    id: 'aircraft',
    label: { 'zh-Hans': '航空器', en: 'Aircraft' },
    names: { 'zh-Hans': ['机号', '注册号', '国籍登记号', '飞机'], en: ['registration', 'reg', 'tail'] },
    width: 88,
    fields: ['aircraft'],
    resources: ['aircraft'],
  },
  {
    id: 'pilots',
    label: { 'zh-Hans': '飞行员', en: 'Pilots' },
    names: { 'zh-Hans': ['机组', '机长', '驾驶员'], en: ['pilot', 'crew', 'pic'] },
    width: 116,
    fields: ['pilots'],
    resources: ['pilot'],
    several: true,
  },
  {
    id: 'departure',
    label: { 'zh-Hans': '起飞', en: 'From' },
    names: {
      'zh-Hans': ['起飞机场', '起飞点', '起飞地点', '起降场'],
      en: ['departure', 'dep', 'adep', 'departure aerodrome'],
    },
    width: 116,
    fields: ['departure', 'departurePoint'],
    resources: ['airport', 'takeoffLandingPoint'],
  },
  {
    id: 'destination',
    label: { 'zh-Hans': '降落', en: 'To' },
    names: {
      'zh-Hans': ['目的地', '目的地机场', '降落机场', '降落点', '降落地点', '着陆机场'],
      en: ['destination', 'dest', 'arr', 'ades', 'arrival', 'destination aerodrome'],
    },
    width: 116,
    fields: ['destination', 'destinationPoint'],
    resources: ['airport', 'takeoffLandingPoint'],
  },
  {
    id: 'date',
    label: { 'zh-Hans': '日期', en: 'Date' },
    names: { 'zh-Hans': ['飞行日期', '计划日期'], en: ['day', 'dof', 'date of flight'] },
    width: 96,
    fields: [],
  },
  {
    id: 'etd',
    label: { 'zh-Hans': '预起', en: 'ETD' },
    names: {
      'zh-Hans': ['预计起飞', '预计起飞时间', '起飞时间', '计划起飞'],
      en: ['eobt', 'departure time', 'off', 'start'],
    },
    width: 64,
    fields: ['etd'],
  },
  {
    id: 'eta',
    label: { 'zh-Hans': '预落', en: 'ETA' },
    names: {
      'zh-Hans': ['预计到达', '预计到达时间', '预计降落', '降落时间', '结束时间'],
      en: ['arrival time', 'on', 'end'],
    },
    width: 78,
    fields: ['eta'],
  },
  {
    id: 'lower',
    label: { 'zh-Hans': '下限', en: 'Lower' },
    names: { 'zh-Hans': ['下限高度', '最低高度'], en: ['lower limit', 'min', 'from level'] },
    width: 92,
    fields: ['lower'],
  },
  {
    id: 'upper',
    label: { 'zh-Hans': '上限', en: 'Upper' },
    names: {
      'zh-Hans': ['上限高度', '高度', '最高高度', '飞行高度'],
      en: ['upper limit', 'level', 'altitude', 'max'],
    },
    width: 92,
    fields: ['upper'],
  },
  {
    id: 'airspace',
    label: { 'zh-Hans': '空域', en: 'Airspace' },
    names: { 'zh-Hans': ['使用空域', '作业空域'], en: ['area name'] },
    width: 116,
    fields: ['airspace'],
    resources: ['airspace'],
  },
  {
    id: 'area',
    label: { 'zh-Hans': '绘制范围', en: 'Drawn' },
    names: { 'zh-Hans': ['范围', '作业范围', '航线'], en: ['geometry', 'geojson', 'drawn area'] },
    width: 84,
    fields: ['geometry'],
  },
  {
    id: 'width',
    label: { 'zh-Hans': '线宽 m', en: 'Width m' },
    names: { 'zh-Hans': ['航线宽度', '宽度'], en: ['corridor width', 'width'] },
    width: 72,
    fields: ['corridorWidthM'],
  },
  {
    id: 'route',
    label: { 'zh-Hans': '航路', en: 'Route' },
    names: { 'zh-Hans': ['航路描述', '航路文本'], en: ['route text', 'field 15'] },
    width: 132,
    fields: ['route'],
  },
  {
    id: 'rules',
    label: { 'zh-Hans': '规则', en: 'Rules' },
    names: { 'zh-Hans': ['飞行规则'], en: ['flight rules'] },
    width: 60,
    fields: ['rules'],
  },
  {
    id: 'mission',
    label: { 'zh-Hans': '任务性质', en: 'Mission' },
    names: { 'zh-Hans': ['任务', '任务类型'], en: ['mission type', 'type'] },
    width: 104,
    fields: ['missionType'],
    resources: ['missionType'],
    ofPlan: true,
  },
  {
    id: 'urgency',
    label: { 'zh-Hans': '紧急', en: 'Urgency' },
    names: { 'zh-Hans': ['紧急程度'], en: ['priority', 'category'] },
    width: 92,
    fields: ['urgency'],
    ofPlan: true,
  },
];

/** Of the filing as a whole: said beside the sheet, or in a plan's own form. */
const withoutColumn = ['kind', 'unmanned', 'company'];

/** The listed fields that no column above holds. */
function listedColumns(part: PlanPart): SheetColumn[] {
  const isOfPlan = part === 'plan';
  const placed = new Set([
    ...ownColumns.filter(({ ofPlan = false }) => ofPlan === isOfPlan).flatMap(({ fields }) => fields),
    ...(isOfPlan ? withoutColumn : []),
  ]);
  return listedFields[part].flatMap((field: string) => {
    const schema = planParts[part].properties[field];
    if (!schema || placed.has(field)) return [];
    const relation = relationOf(schema);
    return {
      id: `${part}.${field}` as const,
      label: schema['x-label'] ?? { 'zh-Hans': field, en: field },
      names: { 'zh-Hans': [], en: [field] },
      width: 104,
      fields: [field],
      ...(relation ? { resources: [relation.resource], several: isLinkList(schema) } : {}),
      ofPlan: isOfPlan,
      schema,
    };
  });
}

export const sheetColumns: readonly SheetColumn[] = [
  ...ownColumns,
  ...listedColumns('jobTask'),
  ...listedColumns('plan'),
];
export const sheetColumnIds = sheetColumns.map(({ id }) => id);

/** The columns that are read and written by the schema of their field, of a plan and of a sortie. */
export const schemaColumns = { plan: bySchema('plan'), jobTask: bySchema('jobTask') };

function bySchema(
  part: PlanPart,
): { id: SheetColumnId; field: string; column: SheetColumn; schema: FieldSchema }[] {
  return sheetColumns.flatMap((column) => {
    const {
      id,
      fields: [field],
      schema,
      ofPlan = false,
    } = column;
    return schema && field !== undefined && ofPlan === (part === 'plan')
      ? [{ id, field, column, schema }]
      : [];
  });
}

/** The column that holds this field; null: none does. */
export function columnWith(part: PlanPart, field: string): SheetColumnId | null {
  const column = sheetColumns.find(
    ({ fields, ofPlan = false }) => ofPlan === (part === 'plan') && fields.includes(field),
  );
  return column?.id ?? null;
}

export function columnOf(id: SheetColumnId): SheetColumn {
  const column = sheetColumns.find((one) => one.id === id);
  if (!column) throw new Error(`the sheet has no column ${id}`);
  return column;
}

/** A head as it is compared: without units in brackets, marks, blanks, and differences of case and width. */
function bare(head: string): string {
  return head
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]/g, '')
    .replaceAll(/[\s*_:/.-]/g, '');
}

const heads = new Map<string, SheetColumnId>();
for (const { id, label, names } of sheetColumns) {
  for (const text of [id, label['zh-Hans'], label.en, ...names['zh-Hans'], ...names.en]) {
    if (!heads.has(bare(text))) heads.set(bare(text), id);
  }
}

/**
 * Which column each head names (null: none of ours), in either language. Null where the row is no row of heads: fewer than
 * two of its cells name a column, or most of them name none.
 */
export function headsOf(cells: readonly string[]): (SheetColumnId | null)[] | null {
  const taken = new Set<SheetColumnId>();
  const found = cells.map((cell) => {
    const id = cell === '' ? undefined : heads.get(bare(cell));
    if (!id || taken.has(id)) return null;
    taken.add(id);
    return id;
  });
  const filled = cells.filter((cell) => cell !== '').length;
  return taken.size >= 2 && taken.size * 2 >= filled ? found : null;
}
