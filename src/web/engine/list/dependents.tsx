import { Alert, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { send } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';

interface Use {
  resource: string;
  count: number;
}

/** How many other records name this one: what would be lost with it, or keeps it from being deleted. */
export function Dependents({ resource, id }: { resource: string; id: number }) {
  const { t } = useTranslation();
  const label = useLabel();
  const [uses, setUses] = useState<Use[] | null>(null);
  // Asked for by hand: a dialog that is opened by a call stands outside of the page's cache.
  useEffect(() => {
    const gone = new AbortController();
    send(`/api/records/${resource}/${id}/uses`, { signal: gone.signal })
      .then(({ status, body }) => setUses(status === 200 ? usesIn(body) : []))
      .catch(() => {});
    return () => gone.abort();
  }, [resource, id]);
  if (uses === null) return <Spin size="small" />;
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  if (count === 0) return null;
  const list = uses
    .map((use) => `${label(resourceNamed(use.resource)?.schema['x-label'], use.resource)} ×${use.count}`)
    .join(t('list.comma'));
  return (
    <Alert type="warning" showIcon style={{ marginTop: 8 }} message={t('list.dependents', { count, list })} />
  );
}

function usesIn(body: unknown): Use[] {
  const all: Use[] = [];
  for (const item of Array.isArray(body) ? body : []) {
    if (
      isObject(item) &&
      typeof item.resource === 'string' &&
      typeof item.count === 'number' &&
      item.count > 0
    )
      all.push({ resource: item.resource, count: item.count });
  }
  return all;
}
