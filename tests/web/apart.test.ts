import { describe, expect, test } from 'vitest';
import { apart } from '../../src/web/resources/url-state.ts';

describe('conditions that refine would keep only one of', () => {
  const b = { field: 'registration', operator: 'contains', value: 'B' } as const;
  const seven = { field: 'registration', operator: 'contains', value: '7' } as const;
  const active = { field: 'status', operator: 'eq', value: 'active' } as const;

  test('different ones stay plain', () => {
    expect(apart([b, active])).toEqual([b, active]);
  });

  test('a second one of the same field and operator still narrows the answer', () => {
    expect(apart([b, active, seven])).toEqual([b, active, { operator: 'and', key: 'again', value: [seven] }]);
  });
});
