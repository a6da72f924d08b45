import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type {
  AvailabilitySpan,
  EquipmentGateway,
  EquipmentSource,
  EquipmentTerminal,
} from '#contract/equipment.ts';
import { withSuffix } from '#domain/text/numbers.ts';
import { useResource } from '#web/client/record-types.ts';
import { momentText } from '#web/features/monitor/moment-text.ts';
import { Sparkline } from '#web/features/monitor/sparkline.tsx';

/** Each state with a sign of its own, and how urgent it is. */
const signs: Record<string, [sign: string, level: 'good' | 'warn' | 'bad' | 'soft']> = {
  live: ['●', 'good'],
  day: ['◑', 'good'],
  dead: ['✕', 'bad'],
  fault: ['▲', 'bad'],
  unreadable: ['▲', 'bad'],
  failing: ['▲', 'bad'],
  late: ['◆', 'warn'],
  waiting: ['◌', 'warn'],
  silent: ['✕', 'warn'],
  quiet: ['○', 'soft'],
  unheard: ['○', 'soft'],
  off: ['■', 'soft'],
};

function StateMark({ state, text }: { state: string; text: string }) {
  const [sign, level] = signs[state] ?? ['○', 'soft'];
  return (
    <span className="equipment-state" data-level={level}>
      <span aria-hidden="true">{sign}</span> {text}
    </span>
  );
}

function ageText(at: number | null, now: number, never: string): string {
  if (at === null) return never;
  const ageS = Math.max(0, Math.round((now - at) / 1_000));
  if (ageS < 100) return `${ageS} s`;
  if (ageS < 6_000) return `${Math.round(ageS / 60)} min`;
  return ageS < 172_800 ? `${Math.round(ageS / 3_600)} h` : `${Math.round(ageS / 86_400)} d`;
}

export const percentText = (percent: number | null): string =>
  percent === null ? '—' : `${percent >= 99.95 && percent < 100 ? percent.toFixed(3) : percent.toFixed(1)}%`;

const secondsText = (seconds: number | null): string => (seconds === null ? '—' : seconds.toFixed(2));

interface Props<T> {
  rows: readonly T[];
  /** The server's time of them, UTC ms. */
  now: number;
}

function Table({
  label,
  columns,
  rows,
  children,
}: {
  label: string;
  columns: readonly string[];
  rows: number;
  children: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too
    <section className="cw-plain-box" tabIndex={0} aria-label={label}>
      <table className="cw-plain-table equipment-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {t(`equipment.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {children}
          {rows === 0 && (
            <tr>
              <td colSpan={columns.length}>{t('equipment.none')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

export function SourceTable({
  rows,
  now,
  onOpen,
}: Props<EquipmentSource> & { onOpen: (id: number, tab: 'history' | 'coverage') => void }) {
  const { t } = useTranslation();
  const columns = [
    'sheet.name',
    'sheet.state',
    'sheet.lastAt',
    'column.rate',
    'column.recent',
    'column.delay',
    'column.availability',
    'column.coverage',
  ];
  return (
    <Table label={t('equipment.sheet.sources')} columns={columns} rows={rows.length}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <button
              type="button"
              className="cw-link"
              aria-label={t('equipment.details', { name: row.name })}
              onClick={() => onOpen(row.id, 'history')}
            >
              {row.name}
            </button>
          </th>
          <td>
            <StateMark state={row.state} text={t(`equipment.state.${row.state}`)} />
            {row.fault && <div className="equipment-fault">{row.fault}</div>}
          </td>
          <td className="cw-figures">{ageText(row.lastAt, now, t('equipment.never'))}</td>
          <td className="cw-figures">
            {t('equipment.perSecond', { rate: withSuffix(row.recordsPerSecond) })}
          </td>
          <td>
            <Sparkline values={row.recent} />
          </td>
          <td className="cw-figures">
            {row.delayP50S === null ? '—' : `${secondsText(row.delayP50S)} / ${secondsText(row.delayP95S)} s`}
          </td>
          <td className="cw-figures">
            <Span span={row.day} /> / <Span span={row.week} /> / <Span span={row.month} />
          </td>
          <td className="cw-figures">
            <button type="button" className="cw-link" onClick={() => onOpen(row.id, 'coverage')}>
              {row.declared === null
                ? `${t('equipment.notDeclared')} · ${row.seen}`
                : `${percentText(row.declared === 0 ? null : (row.seen / row.declared) * 100)} (${row.seen}/${row.declared})`}
            </button>
            {row.gaps > 0 && (
              <div className="equipment-fault">
                <span aria-hidden="true">▨</span> {t('equipment.gapCount', { count: row.gaps })}
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Span({ span: { percent, watched } }: { span: AvailabilitySpan }) {
  const { t } = useTranslation();
  return (
    <span
      title={percent === null ? t('equipment.unwatched') : t('equipment.watched', { percent: watched })}
      data-low={(percent !== null && percent < 95) || undefined}
    >
      {percentText(percent)}
    </span>
  );
}

export function GatewayTable({ rows, now }: Props<EquipmentGateway>) {
  const { t } = useTranslation();
  const gateways = useResource('messageGateway');
  const columns = [
    'sheet.name',
    'sheet.state',
    'sheet.sentAt',
    'sheet.receivedAt',
    'column.queue',
    'column.day',
    'column.messages',
  ];
  return (
    <Table label={t('equipment.sheet.gateways')} columns={columns} rows={rows.length}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {gateways ? <Link to={`${gateways.path}/${row.id}`}>{row.name}</Link> : row.name}
          </th>
          <td>
            <StateMark state={row.state} text={t(`equipment.state.${row.state}`)} />
          </td>
          <td className="cw-figures">{ageText(row.lastSentAt, now, t('equipment.never'))}</td>
          <td className="cw-figures">{ageText(row.lastReceivedAt, now, t('equipment.never'))}</td>
          <td className="cw-figures">
            {row.waiting} / <span data-low={row.failed > 0 || undefined}>{row.failed}</span>
            {row.oldestAt !== null && (
              <div className="cw-soft">
                {t('equipment.since', { time: momentText(row.oldestAt).slice(5, 16) })}
              </div>
            )}
          </td>
          <td className="cw-figures">
            {row.sent} / {row.received}
          </td>
          <td>
            <Sparkline values={row.recent} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function TerminalTable({ rows, now }: Props<EquipmentTerminal>) {
  const { t } = useTranslation();
  const aircraft = useResource('aircraft');
  const columns = [
    'sheet.terminal',
    'sheet.kind',
    'sheet.aircraft',
    'sheet.state',
    'sheet.lastAt',
    'column.rate',
    'sheet.reports',
    'sheet.days',
    'sheet.heardBy',
  ];
  return (
    <Table label={t('equipment.sheet.terminals')} columns={columns} rows={rows.length}>
      {rows.map((row) => (
        <tr key={`${row.kind} ${row.terminal} ${row.aircraft?.id ?? ''}`}>
          <th scope="row" className="cw-figures">
            {row.terminal}
          </th>
          <td>{t(`equipment.kind.${row.kind}`)}</td>
          <td>
            {row.aircraft && aircraft ? (
              <Link to={`${aircraft.path}/${row.aircraft.id}`}>{row.aircraft.registration}</Link>
            ) : (
              '—'
            )}
          </td>
          <td>
            <StateMark state={row.state} text={t(`equipment.terminal.${row.state}`)} />
          </td>
          <td className="cw-figures">{ageText(row.lastAt, now, t('equipment.never'))}</td>
          <td className="cw-figures">
            {row.reportsPerMinute === null
              ? '—'
              : t('equipment.perMinute', { rate: withSuffix(row.reportsPerMinute) })}
          </td>
          <td className="cw-figures">{withSuffix(row.reports)}</td>
          <td className="cw-figures">{row.days}</td>
          <td className="equipment-wide">{row.sources.join(', ') || '—'}</td>
        </tr>
      ))}
    </Table>
  );
}
