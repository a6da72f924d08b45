import { useCallback, useMemo, useState } from 'react';
import type { RecordRule } from '#domain/identity/access.ts';
import { RequestError, recordsError, send } from '#web/client/http.ts';
import { type Edits, type MatrixRole, mergeRules, readRole, withEdit } from './matrix-model.ts';

/** Edits of the matrix, each of which can be taken back until they are saved. */
export function useEdits() {
  const [past, setPast] = useState<Edits[]>([]);
  const [edits, setEdits] = useState<Edits>({});
  const change = useCallback(
    (role: MatrixRole, rules: RecordRule[]) => {
      setPast((before) => [...before, edits]);
      setEdits(withEdit(edits, role, rules));
    },
    [edits],
  );
  const undo = useCallback(() => {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    setEdits(last);
  }, [past]);
  const discard = useCallback((roleId?: number) => {
    setPast([]);
    setEdits((before) =>
      roleId === undefined
        ? {}
        : Object.fromEntries(Object.entries(before).filter(([id]) => Number(id) !== roleId)),
    );
  }, []);
  return useMemo(
    () => ({ edits, change, undo, discard, canUndo: past.length > 0 }),
    [edits, change, undo, discard, past.length],
  );
}

/** Saves the rules of a role onto its record; what someone else saved meanwhile of other record types is kept. */
export async function saveRules(role: MatrixRole, rules: RecordRule[]): Promise<void> {
  try {
    await patch(role.id, role.version, rules);
  } catch (error) {
    const now = error instanceof RequestError && error.statusCode === 409 ? currentOf(error) : undefined;
    if (!now) throw error;
    await patch(role.id, now.version, mergeRules(role.recordRules, rules, now.recordRules));
  }
}

function currentOf({ current }: RequestError): MatrixRole | undefined {
  return typeof current === 'object' && current !== null ? readRole({ ...current }) : undefined;
}

async function patch(id: number, version: number, recordRules: RecordRule[]): Promise<void> {
  const path = `/api/records/role/${id}`;
  const { status, body } = await send(path, {
    method: 'PATCH',
    body: { version, recordRules },
  });
  if (status !== 200) throw recordsError(status, body, `PATCH ${path}`);
}
