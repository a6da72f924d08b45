import { useAbility } from '@casl/react';
import { Card, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Ability } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel } from '#web/client/locale.ts';
import type { HistoryEntry } from '#web/client/record-history.ts';
import { fieldOf } from '#web/engine/fields.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { same } from '#web/engine/merge.ts';
import { NamedValue } from '#web/engine/named-value.tsx';
import { ChangeTable } from './change-values.tsx';
import { readableGroups } from './field-groups.tsx';
import { compareVersions, recordAt } from './history-model.ts';

interface Props {
  resource: Resource;
  record: RecordValues & { id: number };
  entries: readonly HistoryEntry[];
  onClose: () => void;
}

/** The record as it was at a version; what is otherwise now is marked. */
export function VersionView({ resource, record, entries, version, onClose }: Props & { version: number }) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const then = recordAt(record, entries, version);
  const at = entries.find((entry) => entry.version === version)?.at;
  return (
    <Modal
      open
      width={960}
      footer={null}
      title={t('show.asOf', { version, at: at ? localText(at) : '' })}
      onCancel={onClose}
    >
      <div className="cw-groups">
        {readableGroups(resource, ability).map(({ label: title, fields }) => (
          <Card key={fields.join()} size="small" title={title ? label(title) : undefined}>
            <dl className="cw-fields">
              {fields.map((field) => {
                const differs = !same(then[field], record[field]);
                return (
                  <div key={field} className={differs ? 'cw-differs' : undefined}>
                    <dt>
                      {label(fieldOf(resource, field)?.['x-label'], field)}
                      {differs && ` · ${t('show.differs')}`}
                    </dt>
                    <dd>
                      <NamedValue resource={resource} field={field} value={then[field]} record={then} />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </Card>
        ))}
      </div>
    </Modal>
  );
}

/** Two versions side by side: the fields in which they differ. */
export function VersionCompare({
  resource,
  record,
  entries,
  versions,
  onClose,
}: Props & { versions: [number, number] }) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const [from, to] = [Math.min(...versions), Math.max(...versions)];
  const fields = readableGroups(resource, ability).flatMap((group) => group.fields);
  const found = compareVersions(record, entries, fields, [from, to]);
  return (
    <Modal open width={900} footer={null} title={t('show.compareTitle', { from, to })} onCancel={onClose}>
      {found.length === 0 ? (
        <p>{t('show.noDifference')}</p>
      ) : (
        <ChangeTable
          resource={resource}
          records={{ before: recordAt(record, entries, from), after: recordAt(record, entries, to) }}
          changes={found}
          before={`v${from}`}
          after={`v${to}`}
        />
      )}
    </Modal>
  );
}
