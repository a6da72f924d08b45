import { CalendarOutlined, TableOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useList } from '@refinedev/core';
import { Button, Card, Empty, Input, Skeleton, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { Failure } from '#web/ui/failure.tsx';
import { type ParameterRecord, ParameterRow } from './parameter-row.tsx';
import './admin.css';

/** Every figure that a rule names, in its group: what it is, its unit, its source, what it would be by itself. */
export function ParameterPage() {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const ability = useAbility<Ability>();
  const resource = useResource('parameter');
  const holidays = useResource('holiday');
  const [sought, setSought] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const { query, result } = useList<ParameterRecord>({
    resource: 'parameter',
    pagination: { currentPage: 1, pageSize: 1000 },
    sorters: [{ field: 'order', order: 'asc' }],
    errorNotification: false,
  });
  const groups = useMemo(() => {
    const text = sought.trim().toLowerCase();
    const shown = (result.data ?? []).filter(
      (one) =>
        (!changedOnly || isChanged(one)) &&
        [one.key, one.name, one.nameEn, one.help, one.helpEn, one.source, one.sourceEn].some((part) =>
          part?.toLowerCase().includes(text),
        ),
    );
    const names = resource?.schema.properties.group?.enum?.map(String) ?? [];
    return names
      .map((name) => ({ name, rows: shown.filter(({ group }) => group === name) }))
      .filter(({ rows }) => rows.length > 0);
  }, [result.data, sought, changedOnly, resource]);
  if (!resource) return null;
  const mayChange = mayEver(ability, 'update', 'parameter');
  const groupText = (name: string) => label(resource.schema.properties.group?.['x-enum']?.[name], name);
  const changed = (result.data ?? []).filter(isChanged).length;
  return (
    <div className="cw-page" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('admin.parameter.title')}</h1>
        <Input.Search
          allowClear
          style={{ maxWidth: 320 }}
          aria-label={t('admin.parameter.search')}
          placeholder={t('admin.parameter.search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <Tag.CheckableTag checked={changedOnly} onChange={setChangedOnly}>
          {t('admin.parameter.changed', { count: changed })}
        </Tag.CheckableTag>
        <span className="cw-grow" />
        {holidays && (
          <Link to={holidays.path}>
            <Button icon={<CalendarOutlined />} tabIndex={-1}>
              {label(holidays.schema['x-label'])}
            </Button>
          </Link>
        )}
        <Link to="/permission/param/table">
          <Button icon={<TableOutlined />} tabIndex={-1}>
            {t('admin.table')}
          </Button>
        </Link>
      </header>
      {query.isError && (
        <Failure
          title={t('admin.parameter.readFailed')}
          error={query.error}
          retry={() => void query.refetch()}
        />
      )}
      {query.isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
      {query.isSuccess && groups.length === 0 && <Empty description={t('admin.parameter.nothing')} />}
      <div className="cw-parameters">
        <nav aria-label={t('admin.parameter.groups')}>
          <ul>
            {groups.map(({ name, rows }) => (
              <li key={name}>
                <a href={`#group-${name}`} onClick={(event) => goTo(event, `group-${name}`)}>
                  {groupText(name)} <span className="cw-soft cw-figures">{rows.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {groups.map(({ name, rows }) => (
            <Card key={name} size="small">
              <section aria-labelledby={`group-${name}`}>
                <h2 id={`group-${name}`} tabIndex={-1}>
                  {groupText(name)}
                </h2>
                {rows.map((row) => (
                  <ParameterRow key={row.id} row={row} locale={locale} mayChange={mayChange} />
                ))}
              </section>
            </Card>
          ))}
        </div>
      </div>
    </div>
  );
}

function isChanged({ value, defaultValue }: ParameterRecord): boolean {
  return value !== null && value !== defaultValue;
}

/** The address keeps its place: a group is a place on this page, not another one. */
function goTo(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
