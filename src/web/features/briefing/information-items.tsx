import {
  AimOutlined,
  AlertOutlined,
  BookOutlined,
  BorderOuterOutlined,
  CloudOutlined,
  CompassOutlined,
  FileTextOutlined,
  FlagOutlined,
  NodeIndexOutlined,
  NotificationOutlined,
  SendOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BriefedItem } from '#contract/briefing.ts';
import {
  type Change,
  type InformationItem,
  type InformationKind,
  informationKinds,
} from '#domain/briefing/item.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';
import './briefing.css';

const icons: Record<InformationKind, ReactNode> = {
  aerodrome: <CompassOutlined />,
  weather: <CloudOutlined />,
  wind: <FlagOutlined />,
  warning: <AlertOutlined />,
  notam: <FileTextOutlined />,
  notice: <NotificationOutlined />,
  airspace: <BorderOuterOutlined />,
  plan: <SendOutlined />,
  obstacle: <WarningOutlined />,
  airway: <NodeIndexOutlined />,
  point: <AimOutlined />,
  document: <BookOutlined />,
};
const colours: Record<Change, string> = { new: 'blue', changed: 'gold', gone: 'default' };

/** Where the record of an item is read; null: it has no page of its own. */
function addressOf({ resource, id, key }: InformationItem): string | null {
  if (resource === 'plan') return `/navigation/details?id=${id}`;
  if (resource === 'airspace') return `/situation/detailsAir?id=${id}`;
  if (resource === 'documentArticle') {
    const [, document = '', article = ''] = key.split(':');
    return `/governmentInformation?${new URLSearchParams({ document, article })}`;
  }
  const type = resourceNamed(resource);
  return type ? `${type.path}/${id}` : null;
}

/** A day and a month alone would be read as of this year. */
const isOtherYear = (at: string) => at.slice(0, 4) !== String(new Date().getUTCFullYear());

interface Props {
  items: readonly BriefedItem[];
  selected?: string | null;
  onSelect?: (key: string) => void;
  /** On paper nothing is a link. */
  printed?: boolean;
  /** Headings of kinds, in place of the usual ones. */
  headings?: Partial<Record<InformationKind, string>>;
}

/** Information in groups by its kind, as it came and in words; what changed since says so. */
export function InformationItems({
  items,
  selected = null,
  onSelect,
  printed = false,
  headings = {},
}: Props) {
  const { t } = useTranslation();
  return informationKinds.map((kind) => {
    const own = items.filter(({ item }) => item.kind === kind);
    if (own.length === 0) return null;
    const heading = headings[kind] ?? t(`brief.kind.${kind}`);
    return (
      <section key={kind} className="briefing-kind" aria-label={heading}>
        <h2>
          <span aria-hidden="true">{icons[kind]}</span> {heading}{' '}
          <span className="cw-soft">{own.length}</span>
        </h2>
        <ul>
          {own.map((one) => (
            <Item
              key={one.item.key}
              one={one}
              marked={selected === one.item.key}
              onSelect={onSelect}
              printed={printed}
            />
          ))}
        </ul>
      </section>
    );
  });
}

function Item({
  one: { item, change, before },
  marked,
  onSelect,
  printed,
}: {
  one: BriefedItem;
  marked: boolean;
  onSelect: Props['onSelect'];
  printed: boolean;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const words = (of: InformationItem) => (locale === 'en' ? of.en : of.zh);
  const title = nameIn({ name: item.title, nameEn: item.titleEn }, locale);
  const address = printed ? null : addressOf(item);
  const mayShow = onSelect && item.geometry !== null;
  return (
    <li data-grave={item.grave} data-change={change ?? undefined} data-marked={marked}>
      <div className="cw-bar">
        {mayShow ? (
          <button type="button" className="cw-link" onClick={() => onSelect(item.key)}>
            {title}
          </button>
        ) : (
          <strong>{title}</strong>
        )}
        {item.grave && <Tag color="error">{t('brief.grave')}</Tag>}
        {change && <Tag color={colours[change]}>{t(`brief.change.${change}`)}</Tag>}
        {(item.from || item.to) && (
          <span className="cw-soft">
            {item.from && <FlightTime at={item.from} year={isOtherYear(item.from)} />}
            {item.kind !== 'weather' || item.to ? ' – ' : ''}
            {item.to ? (
              <FlightTime at={item.to} year={isOtherYear(item.to)} />
            ) : item.from && item.kind !== 'weather' ? (
              t('brief.open')
            ) : (
              ''
            )}
          </span>
        )}
        {(item.lower || item.upper) && (
          <span className="cw-figures cw-soft">{formatLimits(item.lower, item.upper)}</span>
        )}
        {address && (
          <Link className="cw-soft" to={address}>
            {t('brief.record')}
          </Link>
        )}
      </div>
      {item.raw && <pre>{item.raw}</pre>}
      {words(item) && <p>{words(item)}</p>}
      {before && (
        <p className="briefing-before">
          {t('brief.before')} {before.raw && before.raw !== item.raw ? before.raw : words(before)}
        </p>
      )}
    </li>
  );
}
