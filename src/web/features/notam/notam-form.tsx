import { Alert, App, Checkbox, Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotamDetail, NotamInput, NotamPreview } from '#contract/notam.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { longestText } from '#domain/messages/envelope.ts';
import { readNotams } from '#domain/notam/read.ts';
import { type Scope, scopes, scopesAt, scopesOf } from '#domain/notam/scopes.ts';
import { longestWords } from '#domain/notam/write.ts';
import { thousands } from '#domain/text/numbers.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { AltitudeInput } from '#web/engine/widgets/altitude-field.tsx';
import { GeometryInput } from '#web/map/draw.tsx';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { TidyInput } from '#web/ui/tidy-input.tsx';
import { useNotam, useQCodes, useRefreshNotams } from './notam-queries.ts';

interface Props {
  /** The one that it replaces; null: a new one. */
  replaces: number | null;
  /** With what was issued; null: nothing. */
  onClose: (id: number | null) => void;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** After the last change, until the text is asked for. */
const settleMs = 300;
/** Active hours that the preview shows. */
const mostTimes = 8;
/** `Cancelled` is for the NOTAM that cancels, which has a button of its own. */
const cancelled = 'CN';

const traffics: readonly NotamInput['traffic'][] = ['IV', 'I', 'V'];
const purposes: readonly NotamInput['purpose'][] = ['NBO', 'BO', 'B', 'M'];

/** The scopes that subject and places allow; where they contradict each other, those of the places. */
function scopesFor(draft: NotamInput): readonly Scope[] {
  const both = scopesOf(draft);
  return both.length > 0 ? both : scopesAt(draft);
}

/** The draft with a scope that its subject and places allow. */
function withScope(draft: NotamInput): NotamInput {
  const [first = draft.scope, ...others] = scopesFor(draft);
  return [first, ...others].includes(draft.scope) ? draft : { ...draft, scope: first };
}

/** A NOTAM by its fields, and beside it the text that they make. */
export function NotamForm({ replaces, onClose }: Props) {
  const before = useNotam(replaces).data;
  if (replaces !== null && !before) return null;
  return <Opened before={before ?? null} onClose={onClose} />;
}

function Opened({ before, onClose }: { before: NotamDetail | null; onClose: Props['onClose'] }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const tell = useNotifyError();
  const refresh = useRefreshNotams();
  const [draft, setDraft] = useState<NotamInput>(() => firstOf(before));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const preview = usePreview(draft);
  const set = (change: Partial<NotamInput>) => setDraft((known) => withScope({ ...known, ...change }));
  const errors = new Map(preview?.errors.map(({ field, message: text }) => [field, text]));
  const issue = async () => {
    setTried(true);
    if (errors.size > 0) return;
    setBusy(true);
    try {
      const made = await callService('Notam', 'Save', draft);
      message.success(t('notam.issued', { number: made.number }));
      await refresh();
      onClose(made.id);
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={1160}
      title={before ? t('notam.form.replaces', { number: before.number }) : t('notam.make')}
      okText={t('notam.issue')}
      okButtonProps={{ loading: busy, disabled: preview === null }}
      onOk={() => void issue()}
      onCancel={() => onClose(null)}
      maskClosable={false}
    >
      <div className="cw-notam-form">
        <Fields
          draft={draft}
          set={set}
          errorOf={(field) => (tried ? errors.get(field) : undefined)}
          hasOwnArea={preview?.hasOwnArea === true}
        />
        <Preview preview={preview} schedule={draft.schedule ?? null} />
      </div>
    </Modal>
  );
}

function Fields({
  draft,
  set,
  errorOf,
  hasOwnArea,
}: {
  draft: NotamInput;
  set: (change: Partial<NotamInput>) => void;
  errorOf: (field: string) => string | undefined;
  /** Does the text describe an area itself? */
  hasOwnArea: boolean;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const codes = useQCodes().data;
  const item = (field: string, error = field) => {
    const help = errorOf(error);
    return {
      label: t(`notam.form.${field}`),
      htmlFor: `notam-${field}`,
      ...(help ? { help, validateStatus: 'error' as const } : {}),
    };
  };
  const coded = (list: { code: string; words: { 'zh-Hans': string; en: string } }[] | undefined) =>
    (list ?? []).map(({ code, words }) => ({ value: code, label: `${code} ${label(words)}` }));
  const letters = <Value extends string>(values: readonly Value[], key: string) =>
    values.map((value) => ({ value, label: `${value} ${t(`notam.form.${key}.${value}`)}` }));
  // One that replaces has the series, places and subject of the one before (Doc 8126).
  const isReplacing = typeof draft.replaces === 'number';
  return (
    <Form layout="vertical" className="cw-notam-fields">
      <div className="cw-notam-line">
        <Form.Item {...item('series')}>
          <TidyInput
            id="notam-series"
            maxLength={1}
            disabled={isReplacing}
            value={draft.series}
            tidy={(typed) => typed.toUpperCase().replace(/[^A-Z]/g, '') || 'L'}
            onChange={(series) => set({ series })}
          />
        </Form.Item>
        <Form.Item {...item('fir')}>
          <Select
            id="notam-fir"
            showSearch
            disabled={isReplacing}
            value={draft.fir}
            onChange={(fir) =>
              set({ fir, locations: draft.locations.map((one) => (one === draft.fir ? fir : one)) })
            }
            options={(codes?.firs ?? []).map((value) => ({ value, label: value }))}
          />
        </Form.Item>
        <Form.Item {...item('locations')}>
          <Select
            id="notam-locations"
            mode="tags"
            disabled={isReplacing}
            value={draft.locations}
            tokenSeparators={[' ', ',']}
            onChange={(list: string[]) => set({ locations: list.map((one) => one.toUpperCase()) })}
          />
        </Form.Item>
      </div>
      <div className="cw-notam-line">
        <Form.Item {...item('subject', 'qCode')}>
          <Select
            id="notam-subject"
            showSearch
            optionFilterProp="label"
            disabled={isReplacing}
            value={draft.qCode.slice(1, 3)}
            onChange={(subject) => set({ qCode: `Q${subject}${draft.qCode.slice(3)}` })}
            options={coded(codes?.subjects)}
          />
        </Form.Item>
        <Form.Item {...item('condition', 'qCode')}>
          <Select
            id="notam-condition"
            showSearch
            optionFilterProp="label"
            value={draft.qCode.slice(3)}
            onChange={(condition) => set({ qCode: `${draft.qCode.slice(0, 3)}${condition}` })}
            options={coded(codes?.conditions.filter(({ code }) => code !== cancelled))}
          />
        </Form.Item>
      </div>
      <div className="cw-notam-line">
        <Form.Item {...item('traffic')}>
          <Select
            id="notam-traffic"
            value={draft.traffic}
            onChange={(traffic) => set({ traffic })}
            options={letters(traffics, 'traffic')}
          />
        </Form.Item>
        <Form.Item {...item('purpose')}>
          <Select
            id="notam-purpose"
            value={draft.purpose}
            onChange={(purpose) => set({ purpose })}
            options={purposes.map((value) => ({ value, label: value }))}
          />
        </Form.Item>
        <Form.Item {...item('scope')}>
          <Select
            id="notam-scope"
            value={draft.scope}
            onChange={(scope) => set({ scope })}
            options={letters(scopesFor(draft), 'scope')}
          />
        </Form.Item>
      </div>
      <div className="cw-notam-line">
        <Form.Item {...item('from', 'validFrom')}>
          <MomentInput
            id="notam-from"
            value={draft.validFrom}
            onChange={(validFrom) => validFrom && set({ validFrom })}
          />
        </Form.Item>
        <Form.Item {...item('to', 'validTo')}>
          <MomentInput
            id="notam-to"
            disabled={draft.isPermanent}
            value={draft.validTo}
            onChange={(validTo) => set({ validTo: validTo ?? null })}
          />
        </Form.Item>
      </div>
      <div className="cw-notam-line">
        <Checkbox
          checked={draft.isEstimated}
          disabled={draft.isPermanent}
          onChange={({ target: { checked } }) => set({ isEstimated: checked })}
        >
          {t('notam.form.estimated')}
        </Checkbox>
        <Checkbox
          checked={draft.isPermanent}
          onChange={({ target: { checked } }) =>
            set({ isPermanent: checked, ...(checked ? { validTo: null, isEstimated: false } : {}) })
          }
        >
          {t('notam.form.permanent')}
        </Checkbox>
      </div>
      <Form.Item {...item('schedule')}>
        <Input
          id="notam-schedule"
          maxLength={200}
          placeholder={t('notam.form.scheduleHint')}
          value={draft.schedule ?? ''}
          onChange={({ target: { value } }) => set({ schedule: value || null })}
        />
      </Form.Item>
      <Form.Item {...item('text')}>
        <Input.TextArea
          id="notam-text"
          rows={3}
          maxLength={longestWords}
          value={draft.text}
          onChange={({ target: { value } }) => set({ text: value })}
        />
      </Form.Item>
      <Form.Item {...item('textZh')}>
        <Input.TextArea
          id="notam-textZh"
          rows={2}
          maxLength={longestWords}
          value={draft.textZh ?? ''}
          onChange={({ target: { value } }) => set({ textZh: value || null })}
        />
      </Form.Item>
      <div className="cw-notam-line">
        <Form.Item {...item('lower')}>
          <AltitudeInput
            id="notam-lower"
            value={draft.lower}
            onChange={(lower) => set({ lower: lower ?? null })}
          />
        </Form.Item>
        <Form.Item {...item('upper')}>
          <AltitudeInput
            id="notam-upper"
            value={draft.upper}
            onChange={(upper) => set({ upper: upper ?? null })}
          />
        </Form.Item>
      </div>
      <Form.Item {...item('area')} extra={hasOwnArea && t('notam.form.areaOfText')}>
        <GeometryInput
          kinds={['Polygon']}
          height={280}
          value={draft.area}
          onChange={(area) => set({ area })}
        />
      </Form.Item>
    </Form>
  );
}

function Preview({ preview, schedule }: { preview: NotamPreview | null; schedule: string | null }) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <section className="cw-notam-preview" aria-label={t('notam.form.preview')} aria-live="polite">
      <h3>{t('notam.form.preview')}</h3>
      {preview && (
        <>
          {preview.messages.map(({ text, length }, index) => (
            <figure key={text} className="cw-notam-message">
              <figcaption className="cw-soft cw-figures">
                {preview.messages.length > 1 &&
                  `${t('notam.form.part', { number: index + 1, of: preview.messages.length })} · `}
                {t('notam.form.length', { length: thousands(length), most: thousands(longestText) })}
              </figcaption>
              <pre className="cw-notam-raw">{text}</pre>
            </figure>
          ))}
          <p>{t('notam.form.reads', { words: label(preview.words) })}</p>
          <dl className="cw-notam-reads">
            <Fact name={t('notam.fact.levels')}>
              <span className="cw-figures">{formatLimits(preview.lower, preview.upper)}</span>
            </Fact>
            <Fact name={t('notam.fact.area')}>{t(`notam.fact.area.${preview.areaFrom}`)}</Fact>
            {schedule !== null && (
              <Fact name={t('notam.form.times')}>
                {preview.times.length === 0 ? (
                  <strong>{t('notam.form.noTimes')}</strong>
                ) : (
                  <ul className="cw-plain-list">
                    {preview.times.slice(0, mostTimes).map(({ from, to }) => (
                      <li key={from}>
                        <FlightSpan from={iso(from)} to={iso(to)} />
                      </li>
                    ))}
                  </ul>
                )}
              </Fact>
            )}
          </dl>
          {[...preview.errors.map((one) => one.message), ...preview.problems].map((text) => (
            <Alert key={text} type="warning" showIcon message={text} />
          ))}
        </>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The text that the fields make, asked for when they have settled. */
function usePreview(draft: NotamInput): NotamPreview | null {
  const [preview, setPreview] = useState<NotamPreview | null>(null);
  // Remarks come in the reader's language.
  const locale = useLocale();
  useEffect(() => {
    void locale;
    let stopped = false;
    const timer = setTimeout(() => {
      callService('Notam', 'Preview', draft).then(
        (answer) => {
          if (!stopped) setPreview(answer);
        },
        // What cannot be previewed is said when it is issued; the text of other fields is no preview of these.
        () => {
          if (!stopped) setPreview(null);
        },
      );
    }, settleMs);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [draft, locale]);
  return preview;
}

const iso = (at: number) => new Date(at).toISOString();

function firstOf(before: NotamDetail | null): NotamInput {
  return before ? replacing(before) : fresh();
}

function fresh(): NotamInput {
  const hour = Math.ceil(Date.now() / hourMs) * hourMs;
  return {
    series: 'L',
    replaces: null,
    fir: 'ZPKM',
    qCode: 'QWULW',
    traffic: 'IV',
    purpose: 'BO',
    scope: 'W',
    locations: ['ZPKM'],
    validFrom: iso(hour),
    validTo: iso(hour + 24 * hourMs),
    isEstimated: false,
    isPermanent: false,
    schedule: null,
    text: '',
    textZh: null,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: null,
    area: null,
  };
}

/** As the one before. That one ends when this is issued, so this begins at once, unless both are still to come. */
function replacing(before: NotamDetail): NotamInput {
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const { series, traffic, purpose, scope } = fresh();
  // F) and G) as they were written: its levels may be those of the Q-line, which are rounded.
  const [written] = readNotams(before.raw, now);
  const same = <Value extends string>(value: string | undefined, of: readonly Value[], otherwise: Value) =>
    of.find((one) => one === value) ?? otherwise;
  return withScope({
    series: before.number?.slice(0, 1) ?? series,
    replaces: before.id,
    fir: before.fir,
    qCode: before.qCode ?? 'QXXXX',
    traffic: same(written?.q?.traffic, traffics, traffic),
    purpose: same(written?.q?.purpose, purposes, purpose),
    scope: same(written?.q?.scope, scopes, scope),
    locations: before.locations,
    validFrom: iso(Math.max(now, Date.parse(before.validFrom))),
    validTo: before.validTo,
    isEstimated: before.isEstimated,
    isPermanent: before.isPermanent,
    schedule: before.schedule,
    text: before.text,
    textZh: before.textZh,
    lower: written?.lower ?? null,
    upper: written?.upper ?? null,
    area: null,
  });
}
