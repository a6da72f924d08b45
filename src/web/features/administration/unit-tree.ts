import type { UnitDto } from '#contract/organization-unit.ts';
export interface UnitNode {
  unit: UnitDto;
  children: UnitNode[];
}

/** Units by code as a tree; one whose parent is not there stands at the top. */
export function unitTree(units: readonly UnitDto[]): UnitNode[] {
  const nodes = new Map(units.map((unit) => [unit.id, { unit, children: [] } as UnitNode]));
  const top: UnitNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.unit.parentId === null ? undefined : nodes.get(node.unit.parentId);
    (parent?.children ?? top).push(node);
  }
  return top;
}

/** The unit and all below it: nowhere that it could be moved to. */
export function branchOf(units: readonly UnitDto[], id: number): ReadonlySet<number> {
  const branch = new Set([id]);
  let before = 0;
  while (branch.size > before) {
    before = branch.size;
    for (const unit of units) {
      if (unit.parentId !== null && branch.has(unit.parentId)) branch.add(unit.id);
    }
  }
  return branch;
}

/** The unit with all above it, from the top, in words. */
export function pathOf(units: readonly UnitDto[], id: number | null): string {
  const names: string[] = [];
  let at = units.find((unit) => unit.id === id);
  while (at && names.length < 20) {
    names.unshift(at.displayName);
    const above: number | null = at.parentId;
    at = above === null ? undefined : units.find((unit) => unit.id === above);
  }
  return names.join(' / ');
}

/** What matches a search, with all that it stands under. */
export function found(units: readonly UnitDto[], sought: string): UnitDto[] {
  const text = sought.trim().toLowerCase();
  if (text === '') return [...units];
  const visible = new Set<number>();
  for (const unit of units) {
    if (!`${unit.displayName} ${unit.code}`.toLowerCase().includes(text)) continue;
    let at: UnitDto | undefined = unit;
    while (at && !visible.has(at.id)) {
      visible.add(at.id);
      const above: number | null = at.parentId;
      at = above === null ? undefined : units.find(({ id }) => id === above);
    }
  }
  return units.filter(({ id }) => visible.has(id));
}
