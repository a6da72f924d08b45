/** The keyword `x-computed` of a field: which function of this file gives its value, and from which fields. */
export interface Computation {
  by: string;
  of: string[];
}
