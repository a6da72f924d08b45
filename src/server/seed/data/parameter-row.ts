import type { Parameter } from '#domain/record/records.gen.ts';

export type ParameterRow = [
  key: string,
  name: string,
  nameEn: string,
  valueType: Parameter['valueType'],
  value: string,
  unit: string | null,
  source: string,
  help: string,
  helpEn: string,
];
