import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Input, Modal, Progress, Select, Upload } from 'antd';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostImportCharacters } from '#contract/airspace/airspace-limits.ts';
import type { ImportCheckView, ImportedFeature, ImportReport } from '#contract/airspace/airspace-output.ts';
import { formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { type TextEncoding, textEncodings } from '#domain/text/encoding.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { newKey } from '#web/client/new-key.ts';
import { callService } from '#web/client/services.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useAirspaceWord } from './airspace-place.ts';
import { refreshAirspaces } from './airspace-queries.ts';
import { base64Of, type ChosenFile, chosenFile, encodingNames, inParts } from './import-file.ts';
import './airspace.css';
import '#web/ui/coordinate-input.css';
import '#web/map/draw.css';

const AirspaceMap = lazy(async () => ({ default: (await import('./airspace-map.tsx')).AirspaceMap }));

const formats = ['auto', 'geojson', 'kml', 'gpx', 'shapefile', 'openair', 'ed269', 'ed318'] as const;
type Format = (typeof formats)[number];

const openAirExample = 'AC P\nAN ZBP1\nAH 900m MSL\nAL GND\nV X=39:54:00 N 116:23:00 E\nDC 2';

/** A file that is larger is not read at all. Megabytes. */
const mostMb = mostImportCharacters / 1_000_000;
/** Above this size the dialog shows the progress of the check, queried at this interval. */
const longCharacters = 500_000;
const pollMs = 1_000;

/**
 * A file (GeoJSON, KML, KMZ, GPX, Shapefile, OpenAir, ED-269 or ED-318) or a pasted text: looked at on the map, each feature with its errors
 * and what was repaired of it, then saved. The encoding of a file is shown with it and can be changed.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { busy, failure, run } = useAsyncAction();
  const id = useId();
  const [text, setText] = useState('');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const [done, setDone] = useState(0);
  const [format, setFormat] = useState<Format>('auto');
  const [found, setFound] = useState<ImportCheckView | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [report, setReport] = useState<Pick<ImportReport, 'refused'> | null>(null);
  /** Key of the running check; null: none, or of a small file. */
  const [checking, setChecking] = useState<string | null>(null);
  /** Number of the last check: what an earlier one finds is of another file or encoding. */
  const lastCheck = useRef(0);

  const check = (given: { text: string } | { data: string; encoding?: TextEncoding }) =>
    void run(async () => {
      lastCheck.current += 1;
      const number = lastCheck.current;
      setReport(null);
      const length = 'text' in given ? given.text.length : given.data.length;
      const key = length > longCharacters ? newKey() : null;
      setChecking(key);
      try {
        const answer = await callService('Airspace', 'ImportCheck', {
          ...given,
          ...(format === 'auto' ? {} : { format }),
          ...(key === null ? {} : { key }),
        });
        if (number !== lastCheck.current) return;
        setFound(answer);
        setChosen(new Set(answer.features.filter(isGood).map(({ index }) => index)));
      } finally {
        if (number === lastCheck.current) setChecking(null);
      }
    });
  const read = (chosenOne: ChosenFile, encoding?: TextEncoding) => {
    lastCheck.current += 1;
    setChecking(null);
    setFile(chosenOne);
    setFound(null);
    if (chosenOne.isPacked) check({ data: base64Of(chosenOne.bytes), ...(encoding ? { encoding } : {}) });
    else if (!chosenOne.isForbidden) check({ text: chosenOne.text });
  };
  const choose = (given: File) => {
    setTooLarge(null);
    if (given.size > mostMb * 1_000_000) setTooLarge(Math.ceil(given.size / 1_000_000));
    else void given.arrayBuffer().then((octets) => read(chosenFile(given.name, new Uint8Array(octets))));
  };
  const save = () =>
    void run(async () => {
      setDone(0);
      const features = (found?.features ?? []).filter(({ index }) => chosen.has(index));
      let saved = 0;
      const refused: ImportReport['refused'] = [];
      try {
        for (const part of inParts(features)) {
          const drafts = part.flatMap(({ draft }) => draft ?? []);
          const answer = await callService('Airspace', 'ImportSave', { drafts });
          saved += answer.items.length;
          refused.push(...answer.refused);
          // What is saved is not saved twice, whatever becomes of the rest.
          setDone((before) => before + part.length);
          const stay = new Set(answer.refused.map(({ index }) => index));
          const done = new Set(part.filter((_, place) => !stay.has(place)).map(({ index }) => index));
          setChosen((before) => new Set([...before].filter((index) => !done.has(index))));
        }
      } finally {
        await refreshAirspaces(client);
        if (saved > 0) message.success(t('airspace.import.saved', { count: saved }));
        setReport(refused.length > 0 ? { refused } : null);
      }
      if (refused.length === 0) onClose();
    });
  // A packed file shows its encoding where its texts name none.
  const shownFile = file?.isPacked ? found?.encoding && { ...file, ...found.encoding } : file;
  const toggle = (index: number, on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (on) next.add(index);
      else next.delete(index);
      return next;
    });

  return (
    <Modal
      open
      width={found ? 1100 : 720}
      title={t('airspace.import.title')}
      onCancel={onClose}
      footer={
        <div className="cw-bar" style={{ justifyContent: 'flex-end' }}>
          {found && (
            <Button
              onClick={() => {
                setFound(null);
                setFile(null);
                setReport(null);
              }}
            >
              {t('airspace.import.back')}
            </Button>
          )}
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          {found ? (
            <Button type="primary" loading={busy} disabled={chosen.size === 0} onClick={save}>
              {busy && done > 0
                ? t('airspace.import.saving', { done, left: chosen.size })
                : t('airspace.import.save', { count: chosen.size })}
            </Button>
          ) : (
            <Button
              type="primary"
              loading={busy}
              disabled={text.trim() === ''}
              onClick={() => {
                setFile(null);
                check({ text });
              }}
            >
              {t('airspace.import.check')}
            </Button>
          )}
        </div>
      }
    >
      <div className="plan-stack">
        {checking !== null && <CheckProgress checkKey={checking} />}
        {failure !== null && <Failure title={t('airspace.import.failed')} error={failure} />}
        {report && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            message={t('airspace.import.refused', { count: report.refused.length })}
            description={
              <ul className="cw-faults">
                {report.refused.map(({ name, message: why }) => (
                  <li key={`${name} ${why}`}>
                    {name ?? '—'}: {why}
                  </li>
                ))}
              </ul>
            }
          />
        )}
        {tooLarge !== null && (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={t('airspace.import.tooLarge', { size: tooLarge, most: mostMb })}
          />
        )}
        {shownFile && (
          <Encoding
            file={shownFile}
            onChange={(encoding) => read(chosenFile(shownFile.name, shownFile.bytes, encoding), encoding)}
          />
        )}
        {found && found.errors.length > 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={found.errors.map(({ message: why }) => why).join(' ')}
          />
        )}
        {!found && (
          <div className="plan-stack">
            <div className="cw-bar">
              <Upload
                accept=".json,.geojson,.kml,.kmz,.gpx,.zip,.shp,.txt,.openair,.air"
                showUploadList={false}
                beforeUpload={(given) => {
                  choose(given);
                  return false;
                }}
              >
                <Button>{t('airspace.import.file')}</Button>
              </Upload>
              <label htmlFor={`${id}-format`}>{t('airspace.import.format')}</label>
              <Select<Format>
                id={`${id}-format`}
                value={format}
                style={{ width: 180 }}
                options={formats.map((one) => ({ value: one, label: t(`airspace.import.format.${one}`) }))}
                onChange={setFormat}
              />
            </div>
            <label htmlFor={`${id}-text`}>{t('airspace.import.paste')}</label>
            <Input.TextArea
              id={`${id}-text`}
              className="cw-figures"
              rows={14}
              value={text}
              spellCheck={false}
              placeholder={openAirExample}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
        {found && <Preview found={found} chosen={chosen} onToggle={toggle} />}
      </div>
    </Modal>
  );
}

/** Progress of the check of a large file. */
function CheckProgress({ checkKey }: { checkKey: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['airspaceImport', checkKey],
    queryFn: () => callService('Airspace', 'ImportProgress', { key: checkKey }),
    refetchInterval: pollMs,
    retry: false,
    gcTime: 0,
  });
  const { state, done, of } = data ?? { state: 'none', done: 0, of: 0 };
  return (
    <div className="plan-stack">
      <output>
        {state === 'none'
          ? t('airspace.import.sending')
          : state === 'reading'
            ? t('airspace.import.reading')
            : t('airspace.import.checking', { done, of })}
      </output>
      <Progress percent={Math.floor((100 * done) / Math.max(1, of))} status="active" aria-hidden="true" />
    </div>
  );
}

/** What was changed of an outline, on the map. */
function repairFeatures({ index, repairs = [] }: ImportedFeature): MapFeature[] {
  return repairs.map(({ at, piece }, place) => ({
    id: `repair-${index}-${place}`,
    geometry:
      new Set(piece.map(String)).size < 3
        ? { type: 'Point', coordinates: at }
        : { type: 'LineString', coordinates: piece },
    style:
      new Set(piece.map(String)).size < 3
        ? { colour: 'closed', symbol: 'waypoint' }
        : { colour: 'closed', width: 3 },
    label: '',
    rank: 1,
  }));
}

/** How a file was read, to be changed where its names look wrong. */
function Encoding({ file, onChange }: { file: ChosenFile; onChange: (encoding: TextEncoding) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="plan-stack">
      <div className="cw-bar">
        <span>{file.name}</span>
        <label htmlFor={id}>{t('airspace.import.encoding')}</label>
        <Select<TextEncoding>
          id={id}
          value={file.encoding}
          style={{ width: 240 }}
          options={textEncodings.map((value) => ({ value, label: encodingNames[value] }))}
          onChange={onChange}
        />
      </div>
      {file.isForbidden ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={t('airspace.import.notUtf8', { encoding: encodingNames[file.encoding] })}
        />
      ) : (
        !file.isCertain && <Alert type="warning" showIcon message={t('airspace.import.encodingUnsure')} />
      )}
    </div>
  );
}

function isGood({ draft, errors }: ImportedFeature): boolean {
  return draft !== null && errors.length === 0;
}

function Preview({
  found,
  chosen,
  onToggle,
}: {
  found: ImportCheckView;
  chosen: ReadonlySet<number>;
  onToggle: (index: number, on: boolean) => void;
}) {
  const { t } = useTranslation();
  const word = useAirspaceWord();
  const [selected, setSelected] = useState<number | null>(null);
  const marked = found.features.flatMap(repairFeatures);
  const bad = found.features.filter((feature) => !isGood(feature)).length;
  const shapes = found.features.flatMap(({ index, draft, name }) => {
    const geometry = draft?.geometry;
    if (!isGeometry(geometry, ['Polygon', 'MultiPolygon'])) return [];
    const limit = (value: unknown) => (isAltitude(value) ? value : null);
    return [
      {
        id: index,
        name: name ?? '',
        nameEn: draft?.nameEn ?? null,
        designator: null,
        kind: draft?.kind ?? '',
        // Not chosen: as an application that is not there yet.
        state: chosen.has(index) ? (1 as const) : (0 as const),
        openState: null,
        geometry,
        lower: limit(draft?.lower),
        upper: limit(draft?.upper),
      },
    ];
  });
  return (
    <div className="airspace-split">
      <div>
        <p aria-live="polite">
          {t('airspace.import.found', {
            format: t(`airspace.import.format.${found.format}`),
            count: found.features.length,
            bad,
          })}
        </p>
        <ol className="airspace-found" style={{ maxHeight: '56vh', overflow: 'auto' }}>
          {found.features.map((feature) => {
            const { index, name, draft, errors, warnings } = feature;
            const good = isGood(feature);
            const shown = name || t('airspace.import.unnamed', { number: index + 1 });
            return (
              <li key={index} data-bad={!good} data-feature={index}>
                <div className="cw-bar">
                  <Checkbox
                    checked={chosen.has(index)}
                    disabled={!good}
                    aria-label={t('airspace.import.choose', { name: shown })}
                    onChange={({ target }) => onToggle(index, target.checked)}
                  />
                  <button type="button" className="cw-link" onClick={() => setSelected(index)}>
                    <strong>{shown}</strong>
                  </button>
                  {!good && (
                    <span className="cw-draw-fault">
                      <span aria-hidden="true">✕ </span>
                      {t('airspace.import.bad')}
                    </span>
                  )}
                  {draft && <span>{word('kind', draft.kind)}</span>}
                  {draft && (
                    <span className="cw-figures">
                      {formatLimits(
                        isAltitude(draft.lower) ? draft.lower : null,
                        isAltitude(draft.upper) ? draft.upper : null,
                      )}
                    </span>
                  )}
                </div>
                <ul className="cw-faults">
                  {[...errors, ...warnings].map(({ path, line, message }) => (
                    <li key={`${path} ${line} ${message}`}>
                      {line ? `${t('airspace.import.line', { line })} ` : path ? `${path}: ` : ''}
                      {message}
                    </li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ol>
      </div>
      <Suspense fallback={null}>
        <AirspaceMap
          airspaces={shapes}
          marked={marked}
          selectedId={selected}
          onSelect={setSelected}
          height="56vh"
        />
      </Suspense>
    </div>
  );
}
