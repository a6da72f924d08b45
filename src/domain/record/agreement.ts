/** The keyword `x-agree` of a schema: fields that must not contradict each other, by a rule of this file. */
export interface Agreement {
  rule: string;
  /** In the order that the rule asks for. */
  fields: string[];
}
