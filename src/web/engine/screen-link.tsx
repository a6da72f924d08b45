import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ScreenKind } from '#domain/identity/screens.ts';
import type { Resource } from '#domain/record/resource.ts';
import { opensScreen } from '#web/client/screens.ts';

interface Props {
  resource: Resource;
  kind: ScreenKind;
  /** What the address has beyond the type's path: `/7`, `?f.company.in=7`. */
  at?: string;
  children: ReactNode;
}

/** A link to a screen of a record type; for whom that does not open, its words alone. */
export function ScreenLink({ resource, kind, at = '', children }: Props) {
  return opensScreen(resource, kind) ? <Link to={resource.path + at}>{children}</Link> : children;
}
