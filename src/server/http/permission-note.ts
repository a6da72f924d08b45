import type { PermissionRule } from '#domain/record/resource.ts';

/** Who may call an operation, for the OpenAPI document: in words, and as `x-permission` for programs. */
export function permissionNote(permission: PermissionRule | 'anonymous') {
  return {
    description: permissionText(permission),
    'x-permission': permission,
    security: permission === 'anonymous' ? [] : [{ bearer: [] }],
  };
}

function permissionText(permission: PermissionRule | 'anonymous'): string {
  if (permission === 'anonymous') return 'Everyone, without a session too.';
  if (permission === 'signedIn') return 'Everyone with a session.';
  return `Any of: ${['Pages.Admin', ...permission].join(', ')}.`;
}
