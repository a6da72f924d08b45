/** What of an AJV error tells whether another one says the same. */
export interface OnceError {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
}

/** Errors that are compared with one another; of so many only the first are told. */
const mostCompared = 1_000;

const unions = new Set(['anyOf', 'oneOf']);
/** The value is not what this branch of a union is for. */
const mismatches = new Set(['type', 'const', 'enum', ...unions]);

/**
 * AJV tells every branch of a union that a value does not fit, and the union besides: seven errors for one wrong choice.
 * Each mistake once: where the value belongs to one branch, what is wrong with it there; otherwise the union alone, with
 * the values that it takes (`params.choices`).
 */
export function onceEach<T extends OnceError>(all: readonly T[]): T[] {
  const errors = all.slice(0, mostCompared);
  let left = [...errors];
  // Those within another come first: what is left of them is judged with it.
  const found = errors.filter(({ keyword }) => unions.has(keyword));
  found.sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  for (const union of found) {
    if (!left.includes(union)) continue;
    const inside = left.filter((error) => isInside(error, union));
    const meant = branchMeant(inside, union);
    const dropped = new Set<T>(inside.filter((error) => !meant?.includes(error)));
    const choices = [...new Set(inside.flatMap(choicesOf))];
    left = left.flatMap((error) => {
      if (dropped.has(error)) return [];
      if (error !== union) return [error];
      return meant ? [] : [{ ...union, params: { ...union.params, choices } }];
    });
  }
  return [...left.filter((error, index) => !isRepeated(left, error, index)), ...all.slice(mostCompared)];
}

function isInside(error: OnceError, union: OnceError): boolean {
  const { instancePath } = error;
  const below = instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`);
  return error !== union && below && error.schemaPath.startsWith(`${union.schemaPath}/`);
}

/** The errors of the one branch that the value is meant for; undefined: it is for none, or for several. */
function branchMeant<T extends OnceError>(inside: readonly T[], union: OnceError): T[] | undefined {
  const branches = new Map<string, T[]>();
  for (const error of inside) {
    const [branch = ''] = error.schemaPath.slice(union.schemaPath.length + 1).split('/');
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const fitting = [...branches.values()].filter(
    (all) =>
      !all.some(
        ({ keyword, instancePath }) => mismatches.has(keyword) && instancePath === union.instancePath,
      ),
  );
  if (fitting.length <= 1) return fitting[0];
  // Branches are told apart by a field that is fixed: `kind: 'circle'`.
  const named = fitting.filter((all) => !all.some(({ keyword }) => keyword === 'const'));
  return named.length === 1 ? named[0] : undefined;
}

function choicesOf({ params }: OnceError): unknown[] {
  if ('allowedValue' in params) return [params.allowedValue];
  for (const list of [params.allowedValues, params.choices]) if (Array.isArray(list)) return list;
  return [];
}

/** Of a value of the wrong type nothing else is worth saying, and nothing is said twice. */
function isRepeated(all: readonly OnceError[], error: OnceError, index: number): boolean {
  const same = ({ instancePath, params }: OnceError) =>
    instancePath === error.instancePath &&
    params.missingProperty === error.params.missingProperty &&
    params.additionalProperty === error.params.additionalProperty;
  return all.some(
    (other, at) =>
      other !== error &&
      same(other) &&
      ((other.keyword === error.keyword && other.params.limit === error.params.limit && at < index) ||
        (other.keyword === 'type' && mismatches.has(error.keyword) && error.keyword !== 'type')),
  );
}
