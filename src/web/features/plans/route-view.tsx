import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { dataProvider } from '#web/client/data.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { PlanMap } from '#web/map/plan-map.tsx';
import { useSettled } from '#web/ui/use-settled.ts';

const debounceMs = 500;

/** What the text of a route means: its line, and each error under the word that it is about. */
export function RouteView({ route, task }: { route: string; task: Record<string, unknown> | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [settled] = useSettled(route, debounceMs);
  const departure = typeof task?.departure === 'number' ? task.departure : null;
  const destination = typeof task?.destination === 'number' ? task.destination : null;
  const { data, error } = useQuery<OutputOf<'Navigation', 'GetFeatureByRoute'>, RequestError>({
    queryKey: ['route', settled, departure, destination, locale],
    queryFn: async () => {
      const [from, to] = await Promise.all([departure, destination].map(indicatorOf));
      const input = { Route: settled, departure: from ?? undefined, destination: to ?? undefined };
      return callService('Navigation', 'GetFeatureByRoute', input);
    },
    retry: false,
    placeholderData: (before) => before,
  });
  if (error) {
    return (
      <Card size="small" title={t('plan.route.title')}>
        <p className="plan-soft">{error.message}</p>
      </Card>
    );
  }
  if (!data) return null;
  return (
    <Card size="small" title={t('plan.route.title')}>
      <p className="plan-route">
        {wordsOf(settled).map(({ word, at }) => {
          const error = data.faults.find(({ column }) => column - 1 >= at && column - 1 < at + word.length);
          return (
            <span key={at} data-fault={error !== undefined || undefined} title={error?.message}>
              {word}{' '}
            </span>
          );
        })}
      </p>
      {data.faults.length > 0 ? (
        <ul className="plan-route-faults">
          {data.faults.map(({ token, column, message }) => (
            <li key={`${column} ${message}`}>
              <span className="cw-figures">{t('plan.route.column', { column })}</span>{' '}
              <strong>{token}</strong> {message}
            </li>
          ))}
        </ul>
      ) : (
        <p className="plan-clear">
          <span aria-hidden="true">✓ </span>
          {t('plan.route.read', { count: data.points.length })}
        </p>
      )}
      {data.geometry && (
        <PlanMap
          label={t('plan.route.map')}
          height={180}
          features={[{ id: 'route', geometry: data.geometry, kind: 'route', name: '' }]}
        />
      )}
    </Card>
  );
}

/**
 * The location indicator of an aerodrome: names of points are told apart by where the flight begins and ends.
 */
async function indicatorOf(id: number | null): Promise<string | undefined> {
  if (id === null) return undefined;
  const { data } = await dataProvider.getOne({ resource: 'airport', id });
  return typeof data.icao === 'string' && data.icao !== '' ? data.icao : undefined;
}

function wordsOf(route: string): { word: string; at: number }[] {
  return [...route.matchAll(/\S+/g)].map((match) => ({ word: match[0], at: match.index }));
}
