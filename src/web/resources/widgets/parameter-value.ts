/** Values of parameters are kept as text; these say what a control shows of them and what it hands back. */

export type ParameterType = 'integer' | 'number' | 'boolean' | 'time' | 'string';

export function parameterType(value: unknown): ParameterType {
  return value === 'integer' || value === 'number' || value === 'boolean' || value === 'time'
    ? value
    : 'string';
}

/** `0730` → `07:30`; what is no time of day is empty. */
export function clockShown(value: string): string {
  const found = /^(\d\d)(\d\d)$/.exec(value);
  return found ? `${found[1]}:${found[2]}` : '';
}

/** `07:30` → `0730`. */
export function clockKept(text: string): string {
  return text.replace(':', '').slice(0, 4);
}

/** A parameter in force: its value, or else its default. */
export function inForce(value: unknown, defaultValue: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  return typeof defaultValue === 'string' ? defaultValue : '';
}
