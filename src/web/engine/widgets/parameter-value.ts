/** Values of parameters are kept as text; these say what a control shows of them and what it hands back. */

export type ParameterType = 'integer' | 'number' | 'boolean' | 'time' | 'string';

export function parameterType(value: unknown): ParameterType {
  return value === 'integer' || value === 'number' || value === 'boolean' || value === 'time'
    ? value
    : 'string';
}

/** A parameter in force: its value, or else its default. */
export function inForce(value: unknown, defaultValue: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  return typeof defaultValue === 'string' ? defaultValue : '';
}
