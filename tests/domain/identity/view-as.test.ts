import { describe, expect, test } from 'vitest';
import { abilityOf, may, mayEver, mayReadField, rulesFor } from '#domain/identity/access.ts';
import { actorAs, mayViewAs } from '#domain/identity/view-as.ts';
import { actor, grant, ofCompany, resources, typeKeeper } from '#tests/support/kites.ts';

describe('seeing as a role', () => {
  const record = { id: 1, company: 1, createdBy: 7, price: 3 };

  test('is for administrators and for who keeps roles', () => {
    expect(mayViewAs({ permissions: ['Pages.Admin'] })).toBe(true);
    expect(mayViewAs({ permissions: ['Pages.Roles'] })).toBe(true);
    expect(mayViewAs({ permissions: ['Pages.Users'] })).toBe(false);
  });

  test('an administrator gets exactly the role, in the company they name', () => {
    const admin = actor([grant('Admin', ['Pages.Admin'])]);
    const seen = actorAs(admin, typeKeeper, 1, resources);
    expect(seen).toMatchObject({
      roles: ['Keeper'],
      permissions: ['Pages.Type'],
      companyIds: [1],
      userId: 7,
    });
    const ability = abilityOf(rulesFor(seen, resources));
    expect(may(ability, 'update', 'kite', record)).toBe(true);
    expect(may(ability, 'update', 'kite', { ...record, company: 2 })).toBe(false);
    expect(mayEver(ability, 'delete', 'kite')).toBe(false);
  });

  test('who is no administrator never sees more than by themselves', () => {
    const viewer = actor([grant('Roles', ['Pages.Roles'], { hidden: ['name'] })], ofCompany);
    const richer = grant('Rich', ['Pages.Admin'], { actions: { delete: true } });
    for (const role of [
      richer,
      grant('Rules', ['Pages.Type', 'Pages.Money'], { actions: { delete: true } }),
    ]) {
      const seen = actorAs(viewer, role, null, resources);
      const ability = abilityOf(rulesFor(seen, resources));
      expect(seen.permissions).not.toContain('Pages.Admin');
      expect(seen.permissions).not.toContain('Pages.Money');
      expect(mayEver(ability, 'update', 'kite')).toBe(false);
      expect(mayEver(ability, 'delete', 'kite')).toBe(false);
      expect(may(ability, 'read', 'kite', { ...record, company: 2 })).toBe(false);
      expect(may(ability, 'read', 'kite', record)).toBe(true);
      expect(mayReadField(ability, 'kite', 'name')).toBe(false);
      expect(mayReadField(ability, 'kite', 'price')).toBe(false);
    }
  });
});
