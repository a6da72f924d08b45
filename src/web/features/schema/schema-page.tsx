import { LockOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { mayBeExtended } from '#domain/overlays/overlay.ts';
import { useLabel } from '#web/client/locale.ts';
import { shippedResources } from '#web/client/record-types.ts';
import { Failure } from '#web/ui/failure.tsx';
import './schema.css';
import type { OverlayItem } from '#contract/schema-overlay.ts';
import { StateTag } from './state-tag.tsx';
import { newName } from './type-page.tsx';
import { useOverlays } from './use-overlays.ts';

interface Line {
  name: string;
  title: string;
  shipped: number | null;
  closed: boolean;
  overlay: OverlayItem | undefined;
}

/** Every record type with how many fields it has of its own and how many were added. */
export default function SchemaPage() {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { query, items } = useOverlays();
  const [looked, setLooked] = useState('');
  const shipped = shippedResources();
  const names = new Set(shipped.map(({ name }) => name));
  const lines: Line[] = [
    ...(items ?? [])
      .filter(({ resource }) => !names.has(resource))
      .map((overlay) => ({
        name: overlay.resource,
        title: label(overlay.definition.type?.label) || overlay.resource,
        shipped: null,
        closed: false,
        overlay,
      })),
    ...shipped.map((resource) => ({
      name: resource.name,
      title: label(resource.schema['x-label'], resource.name),
      shipped: Object.keys(resource.schema.properties).length,
      closed: !mayBeExtended(resource),
      overlay: items?.find((item) => item.resource === resource.name),
    })),
  ];
  const word = looked.trim().toLowerCase();
  const found = lines
    .filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(word))
    // What can be extended, and what was, comes first.
    .sort((a, b) => rank(a) - rank(b));
  return (
    <div className="cw-page" style={{ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <div className="cw-schema-head">
        <h1 className="cw-title">{t('schema.title')}</h1>
        <Input.Search
          allowClear
          aria-label={t('schema.find')}
          placeholder={t('schema.find')}
          value={looked}
          onChange={(event) => setLooked(event.target.value)}
          style={{ maxWidth: 260 }}
        />
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => void navigate(`/permission/schema/${newName}`)}
        >
          {t('schema.newType')}
        </Button>
      </div>
      <p className="cw-schema-help" style={{ margin: 0 }}>
        {t('schema.intro')}
      </p>
      {query.isError && (
        <Failure title={t('schema.readFailed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {items && (
        <ul className="cw-schema-types">
          {found.map(({ name, title, shipped: own, closed, overlay }) => (
            <li key={name}>
              <Link to={`/permission/schema/${name}`} className="cw-schema-type">
                <span>
                  <strong>{title}</strong> <small>{name}</small>
                </span>
                <span className="cw-schema-facts">
                  {own !== null && <small>{t('schema.ownCount', { count: own })}</small>}
                  {overlay && (
                    <small>{t('schema.addedCount', { count: overlay.definition.fields.length })}</small>
                  )}
                  {own === null && <Tag color="blue">{t('schema.madeHere')}</Tag>}
                  {overlay && <StateTag state={overlay.state} changed={overlay.changed} />}
                  {closed ? <LockOutlined aria-label={t('schema.closed')} /> : <RightOutlined aria-hidden />}
                </span>
              </Link>
            </li>
          ))}
          {found.length === 0 && <li className="cw-schema-help">{t('schema.noneFound')}</li>}
        </ul>
      )}
    </div>
  );
}

function rank({ overlay, closed }: Line): number {
  return overlay ? 0 : closed ? 2 : 1;
}
