import { ImportOutlined } from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { enumChoices } from '#web/engine/labels.ts';
import { ResourceList } from '#web/engine/list.tsx';
import { deskPathOf } from '#web/features/approvals/audit/audit-desk-paths.ts';
import { airspaceMakers } from './airspace-makers.ts';
import { ExtensionAsks } from './extension-asks.tsx';
import { ImportDialog } from './import-dialog.tsx';
import '#web/ui/style/document.css';
import './airspace.css';

const acceptKey = 'f.acceptState.eq';

/** Applications: the generated list with the acceptance filter of the specification, and the ways to new ones. */
export function AirspaceListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const airspace = resourceNamed('airspace');
  const makes = useHolds(airspaceMakers);
  const desk = deskPathOf('airspace');
  const [importing, setImporting] = useState(false);
  const invalidate = useInvalidate();
  if (!airspace) return null;
  const accept = airspace.schema.properties.acceptState;
  return (
    <>
      <ExtensionAsks />
      <ResourceList
        resource={airspace}
        create={makes ? '/situation/addNavAirPlan' : undefined}
        tools={
          <>
            {accept && (
              <Select<string>
                allowClear
                style={{ minWidth: 148 }}
                aria-label={t('airspace.list.accept')}
                placeholder={t('airspace.list.accept')}
                value={search.get(acceptKey)}
                options={enumChoices(accept, locale).map(({ value, label }) => ({
                  value: String(value),
                  label,
                }))}
                onChange={(value: string | undefined) =>
                  setSearch((before) => {
                    const next = new URLSearchParams(before);
                    next.delete('page');
                    next.delete(acceptKey);
                    next.delete('filter');
                    if (value) next.set(acceptKey, value);
                    else next.set('view', 'none');
                    return next;
                  })
                }
              />
            )}
            {desk && (
              <Link to={desk}>
                <Button tabIndex={-1}>{t('airspace.act.name.decide')}</Button>
              </Link>
            )}
            {makes && (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                {t('airspace.import.title')}
              </Button>
            )}
          </>
        }
      />
      {importing && (
        <ImportDialog
          onClose={() => {
            setImporting(false);
            void invalidate({ resource: 'airspace', invalidates: ['list'] });
          }}
        />
      )}
    </>
  );
}
