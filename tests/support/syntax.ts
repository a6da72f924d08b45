import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with JSX and TypeScript), as far as the house's tests read it. */
export interface Syntax {
  type: string;
  start: number;
  [field: string]: unknown;
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The tree of a TypeScript file; what does not parse is an error of the file. */
export function treeOf(file: string, text: string): Syntax {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  if (!isSyntax(program)) throw new Error(`${file} has no tree`);
  return program;
}

/** Every node with the nodes above it, the nearest last. */
export function walk(
  node: Syntax,
  visit: (node: Syntax, above: readonly Syntax[]) => void,
  above: Syntax[] = [],
): void {
  visit(node, above);
  above.push(node);
  for (const [field, value] of Object.entries(node)) {
    if (field === 'parent') continue;
    for (const one of Array.isArray(value) ? value : [value]) if (isSyntax(one)) walk(one, visit, above);
  }
  above.pop();
}

/** `message` of `message`, `error` of `app.message.error`; undefined: not a plain name. */
export function nameOf(node: unknown): string | undefined {
  if (!isSyntax(node)) return undefined;
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return undefined;
}

/** The text of a string, undefined where it is none. */
export function textOf(node: unknown): string | undefined {
  return isSyntax(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** The fixed pieces of a template, in order. */
export function piecesOf(node: Syntax): string[] {
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return [];
  return node.quasis.filter(isSyntax).map(({ value }) => {
    const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : '';
    return typeof cooked === 'string' ? cooked : '';
  });
}
