import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { isObject } from '#domain/text/narrow.ts';
import { localText } from '#web/client/clock.ts';
import { noteUnauthorized, recordsError, send } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { type RecordValues, subtitleOf, titleOf } from '#web/engine/labels.ts';
import { StateTags } from '#web/engine/show/state-tags.tsx';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';

export type Reference = ChatMessage['references'][number];

/** Where each type has a page that is more than its record's. */
const pages: Partial<Record<Reference['resource'], (id: number) => string>> = {
  plan: (id) => `/navigation/details?id=${id}`,
  airspace: (id) => `/situation/detailsAir?id=${id}`,
};

/** From and to, by the names that the types give them. */
const spans: readonly (readonly [from: string, to: string])[] = [
  ['startTime', 'endTime'],
  ['validFrom', 'validTo'],
  ['raisedAt', 'clearedAt'],
];

/** Beside the colour of an alert's level: what tells it without it. */
const glyphs = { advisory: 'ⓘ', caution: '▲', warning: '■' } as const;

const levelIn = ({ highestLevel }: RecordValues): keyof typeof glyphs | undefined =>
  (['advisory', 'caution', 'warning'] as const).find((one) => one === highestLevel);

type Found = RecordValues & { id: number };

/** The record as this user may read it now; null: it is not there for them. */
function useReferred({ resource, id }: Reference) {
  const client = useQueryClient();
  const locale = useLocale();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: ['coordination', 'card', resource, id] }),
    [client, resource, id],
  );
  useLiveChanges(resource, refresh, id);
  return useQuery<Found | null>({
    queryKey: ['coordination', 'card', resource, id, locale],
    queryFn: async () => {
      const path = `/api/records/${resource}/${id}`;
      const { status, body } = await send(path);
      if (status === 200 && isObject(body)) return { ...body, id };
      if (status === 403 || status === 404) return null;
      noteUnauthorized(status);
      throw recordsError(status, body, path);
    },
    staleTime: 30_000,
  });
}

/** A plan, an airspace, an alert or a notice in a conversation, as it stands now and as whoever reads may see it. */
export function RecordCard({ reference }: { reference: Reference }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const { data, error } = useReferred(reference);
  const { resource, id } = reference;
  const type = resourceNamed(resource);
  const name = type ? label(type.schema['x-label'], resource) : resource;
  if (data === undefined) {
    return (
      <div className="chat-card" aria-busy={!error}>
        <span className="cw-soft">{name}</span> {error && t('chat.card.failed')}
      </div>
    );
  }
  if (data === null || !type) {
    return (
      <div className="chat-card" data-unseen="true">
        <span className="cw-soft">{name}</span> {t('chat.card.unseen')}
      </div>
    );
  }
  const times = spans.find(([from]) => typeof data[from] === 'string');
  const subtitle = subtitleOf(type, data);
  const textOf = (field: string) => (typeof data[field] === 'string' ? data[field] : null);
  const level = resource === 'encounter' ? levelIn(data) : undefined;
  // The server words an alert once in each language.
  const title = (locale === 'en' && resource === 'encounter' && textOf('reasonEn')) || titleOf(type, data);
  return (
    <article
      className="chat-card"
      data-level={level}
      data-card={`${resource}-${id}`}
      aria-label={`${name} ${title}`}
    >
      <header>
        {level ? (
          <strong>
            <span aria-hidden="true">{glyphs[level]} </span>
            {name} · {t(`alert.level.${level}`)}
          </strong>
        ) : (
          <span className="cw-soft">{name}</span>
        )}{' '}
        <Link to={pages[resource]?.(id) ?? `${type.path}/${id}`} className="cw-figures">
          {title}
        </Link>
        {subtitle && <span className="cw-soft"> {subtitle}</span>}
      </header>
      <div className="cw-bar">
        <StateTags resource={type} record={data} />
        {times && <Span from={textOf(times[0])} to={textOf(times[1])} />}
      </div>
    </article>
  );
}

/** From and to; with their years where they are in different ones. */
function Span({ from, to }: { from: string | null; to: string | null }) {
  if (!from || !to || localText(from).slice(0, 4) === localText(to).slice(0, 4))
    return <FlightSpan from={from} to={to} />;
  return (
    <span>
      <FlightTime at={from} year /> – <FlightTime at={to} year />
    </span>
  );
}
