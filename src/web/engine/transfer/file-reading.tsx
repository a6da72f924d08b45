import { Alert, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { HiddenParts, ImportJob } from '#domain/record/transfer/job.ts';
import { type TextEncoding, textEncodings } from '#domain/text/encoding.ts';
import type { ReadAgain } from './transfer-api.ts';

interface Props {
  job: ImportJob;
  busy: boolean;
  onRead: (chosen: ReadAgain) => void;
}

/** Cells of a row that name it where a head is chosen. */
const mostCells = 4;

/** How the file was read, and what of it can be chosen otherwise: the sheet, the row of heads, the encoding. */
export function FileReading({ job, busy, onRead }: Props) {
  const { t } = useTranslation();
  // One that has begun to write stays as it was read.
  const isFixed = busy || job.startedAt !== null || !job.hasFile;
  const common = {
    className: 'cw-grow',
    loading: busy,
    disabled: isFixed,
    showSearch: true,
    optionFilterProp: 'label',
  };
  return (
    <>
      {job.sheets.length > 1 && (
        <div className="cw-import-sheets">
          <label htmlFor="import-sheet">{t('transfer.sheet')}</label>
          <Select
            {...common}
            id="import-sheet"
            value={job.sheet}
            onChange={(sheet) => onRead({ sheet })}
            options={job.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          />
          <span className="cw-note">{t('transfer.sheets', { count: job.sheets.length })}</span>
        </div>
      )}
      {job.headRow > 0 && job.firstRows.length > 1 && (
        <div className="cw-import-sheets">
          <label htmlFor="import-head">{t('transfer.headRow')}</label>
          <Select
            {...common}
            id="import-head"
            value={job.headRow}
            onChange={(headRow) => onRead({ headRow })}
            options={job.firstRows.map(({ row, cells }) => ({
              value: row,
              label: t('transfer.rowOf', { row, cells: namesOf(cells) }),
            }))}
          />
        </div>
      )}
      {job.format === 'csv' && job.encoding && (
        <div className="cw-import-sheets">
          <label htmlFor="import-encoding">{t('transfer.encoding')}</label>
          <Select<TextEncoding>
            {...common}
            id="import-encoding"
            value={textEncodings.find((one) => one === job.encoding) ?? 'utf-8'}
            onChange={(encoding) => onRead({ encoding })}
            options={textEncodings.map((one) => ({ value: one, label: t(`transfer.encoding.${one}`) }))}
          />
        </div>
      )}
      {!job.isEncodingCertain && <Alert type="warning" showIcon message={t('transfer.encodingAsked')} />}
      {job.hidden && <HiddenNote hidden={job.hidden} />}
    </>
  );
}

function namesOf(cells: string[]): string {
  const filled = cells.filter((cell) => cell !== '');
  const names = filled.slice(0, mostCells).join(' · ');
  return filled.length > mostCells ? `${names} …` : names;
}

/** What is imported although the sheet does not show it, and which sheets are hidden. */
function HiddenNote({ hidden: { rows, rowCount, columns, sheets } }: { hidden: HiddenParts }) {
  const { t } = useTranslation();
  const join = (names: string[]) => names.join(t('transfer.and'));
  const runs = rows.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  const notes = [
    ...(rowCount > 0 ? [t('transfer.hiddenRows', { count: rowCount, rows: join(runs) })] : []),
    ...(columns.length > 0 ? [t('transfer.hiddenColumns', { columns: join(columns) })] : []),
    ...(sheets.length > 0 ? [t('transfer.hiddenSheets', { sheets: join(sheets) })] : []),
  ];
  if (notes.length === 0) return null;
  return <Alert type="warning" showIcon message={notes.map((note) => <div key={note}>{note}</div>)} />;
}
