import { useAbility } from '@casl/react';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Ability } from '#domain/identity/access.ts';
import { listLabel, usualColumns } from '#domain/record/resource.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { useHistory } from '#web/engine/history.tsx';
import { subtitleOf, titleOf } from '#web/engine/labels.ts';
import { FieldPairs, readableGroups, SystemFields } from './field-groups.tsx';
import { EntryCard } from './history-entry.tsx';
import { newestFirst } from './history-model.ts';
import { PrintSheet } from './print-sheet.tsx';
import { PrintTable } from './print-table.tsx';
import { useUses } from './read-uses.ts';
import { type RelatedList, relatedLists } from './related-model.ts';
import type { ShowTabProps } from './show-tab.ts';

/** Rows of one related list on paper. */
const mostRows = 200;

/** A record on paper: its fields, the related lists that are chosen, and its history where that is wanted. */
export function PrintRecord({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const ability = useAbility<Ability>();
  const resources = useResources();
  const [search, setSearch] = useSearchParams();
  const { data: uses } = useUses(resource.name, record.id);
  const lists = relatedLists(resource, resources, ability).filter(
    ({ resource: other, field, past }) =>
      !past && uses?.some((use) => use.resource === other.name && use.field === field && use.count > 0),
  );
  const keyOf = (list: RelatedList) => `${list.resource.name}.${list.field}`;
  const [chosen, setChosen] = useState<string[]>();
  const shown = chosen ?? lists.filter(({ detail }) => detail).map(keyOf);
  const [history, setHistory] = useState(false);
  const kind = label(resource.schema['x-label'], resource.name);
  const nameOf = (list: RelatedList) => {
    const twice = lists.filter(({ resource: other }) => other.name === list.resource.name).length > 1;
    const name = label(listLabel(list.resource.schema), list.resource.name);
    return twice ? `${name} · ${label(fieldOf(list.resource, list.field)?.['x-label'], list.field)}` : name;
  };
  const close = () => {
    const next = new URLSearchParams(search);
    next.delete('print');
    setSearch(next, { replace: true });
  };
  return (
    <PrintSheet
      title={`${kind} ${titleOf(resource, record)}`}
      subtitle={subtitleOf(resource, record)}
      onClose={close}
      choices={
        <>
          <Select
            mode="multiple"
            style={{ minWidth: 260 }}
            placeholder={t('show.printLists')}
            aria-label={t('show.printLists')}
            value={shown}
            onChange={setChosen}
            options={lists.map((list) => ({ value: keyOf(list), label: nameOf(list) }))}
          />
          <Checkbox checked={history} onChange={(event) => setHistory(event.target.checked)}>
            {t('show.printHistory')}
          </Checkbox>
        </>
      }
    >
      {readableGroups(resource, ability).map(({ label: title, fields }) => (
        <section key={fields.join()}>
          {title && <h2>{label(title)}</h2>}
          <FieldPairs resource={resource} record={record} fields={fields} />
        </section>
      ))}
      <SystemFields resource={resource} record={record} />
      {lists
        .filter((list) => shown.includes(keyOf(list)))
        .map((list) => (
          <section key={keyOf(list)}>
            <h2>{nameOf(list)}</h2>
            <PrintTable
              resource={list.resource}
              filters={[{ field: list.field, operator: 'eq', value: record.id }]}
              sort={list.resource.sort ? [list.resource.sort] : []}
              columns={usualColumns(list.resource, locale).filter((column) => column !== list.field)}
              most={mostRows}
            />
          </section>
        ))}
      {history && <PrintHistory resource={resource} record={record} />}
    </PrintSheet>
  );
}

function PrintHistory({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const { data } = useHistory(resource.name, record.id, Number(record.version));
  return (
    <section>
      <h2>{t('form.history')}</h2>
      <ol className="cw-cards">
        {newestFirst(data?.pages.flat() ?? []).map((entry) => (
          <li key={entry.id}>
            <EntryCard resource={resource} entry={entry} newest={entry.version === record.version} />
          </li>
        ))}
      </ol>
    </section>
  );
}
