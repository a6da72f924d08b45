import './style/document.css';

/** The id in the address: `?id=` as the route table has it, or the last part of the path, as links of records have it. */
export function idOf(text: string | null | undefined): number | null {
  return text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
