import { useQuery } from '@tanstack/react-query';
import { isObject } from '#domain/text/narrow.ts';
import { type RequestError, recordsError, send } from '#web/client/http.ts';

export interface Use {
  resource: string;
  field: string;
  count: number;
}

/** Which records name this one, of those that the user may read. */
async function readUses(resource: string, id: number): Promise<Use[]> {
  const { status, body } = await send(`/api/records/${resource}/${id}/uses`);
  if (status !== 200) throw recordsError(status, body);
  return Array.isArray(body) ? body.filter(isUse) : [];
}

function isUse(value: unknown): value is Use {
  return (
    isObject(value) &&
    typeof value.resource === 'string' &&
    typeof value.field === 'string' &&
    typeof value.count === 'number'
  );
}

export function useUses(resource: string, id: number) {
  return useQuery<Use[], RequestError>({
    queryKey: ['uses', resource, id],
    queryFn: () => readUses(resource, id),
    staleTime: 5_000,
  });
}
