import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SheetColumnId, sheetColumnIds } from '#domain/plans/sheet/columns.ts';
import { lacksDatum, offeredDatums, withDatum } from '#domain/plans/sheet/normal-cell.ts';
import { type CellPlace, type SheetRow, setCell } from '#domain/plans/sheet/rows.ts';

interface Props {
  rows: readonly SheetRow[];
  active: CellPlace;
  onTake: (rows: SheetRow[]) => void;
}

const limits: SheetColumnId[] = ['lower', 'upper'];

/** Where the cursor is at a height without a datum: its datums as buttons, for this one or for all such heights. */
export function DatumOffer({ rows, active, onTake }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(true);
  const id = sheetColumnIds[active.column];
  const text = id && limits.includes(id) ? (rows[active.row]?.cells[id] ?? '') : '';
  if (!id || !lacksDatum(text)) return null;
  const such = rows.flatMap(({ cells }, row) =>
    limits.flatMap((limit) => (lacksDatum(cells[limit] ?? '') ? [{ row, limit }] : [])),
  );
  const take = (datum: (typeof offeredDatums)[number]) => {
    const meant = all ? such : [{ row: active.row, limit: id }];
    onTake(
      meant.reduce<SheetRow[]>(
        (now, { row, limit }) => setCell(now, row, limit, withDatum(now[row]?.cells[limit] ?? '', datum)),
        [...rows],
      ),
    );
    document.querySelector<HTMLElement>('.sheet-grid')?.focus();
  };
  return (
    <fieldset className="cw-bar cw-plain" aria-label={t('plan.sheet.datum', { text })}>
      <span>{t('plan.sheet.datum', { text })}</span>
      {offeredDatums.map((datum) => (
        <Button key={datum} size="small" data-datum={datum} onClick={() => take(datum)}>
          {withDatum(text, datum)}
        </Button>
      ))}
      {such.length > 1 && (
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t('plan.sheet.datumAll', { count: such.length })}
        </Checkbox>
      )}
    </fieldset>
  );
}
