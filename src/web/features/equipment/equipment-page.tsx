import { SettingOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, Pagination, Segmented, Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { terminalKinds } from '#domain/equipment/terminals.ts';
import { useResource } from '#web/client/record-types.ts';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { momentText } from '#web/features/monitor/moment-text.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useEquipment, useTerminals } from './equipment-queries.ts';
import {
  type EquipmentState,
  exportPath,
  pageSize,
  statesOf,
  tables,
  useEquipmentState,
} from './equipment-state.ts';
import { GatewayTable, SourceTable, TerminalTable } from './equipment-tables.tsx';
import { InterferencePanel } from './interference-panel.tsx';
import { JointCoveragePanel } from './joint-coverage.tsx';
import { SourceCoverage } from './source-coverage.tsx';
import { SourceHistory } from './source-history.tsx';
import '#web/ui/plain-table.css';
import './equipment.css';

interface StateProps {
  state: EquipmentState;
  change: (next: Partial<EquipmentState>) => void;
}

/** Sources, gateways and terminals: whether they work, how late they are, and where they hear. */
export function EquipmentPage() {
  const { t } = useTranslation();
  const [state, change] = useEquipmentState();
  const list = useEquipment();
  const terminals = useTerminals(state);
  const records = useResource('surveillanceSource');
  const { of, q } = state;
  const found = <T extends { name: string; state: string }>(rows: readonly T[]) =>
    rows.filter(
      (row) =>
        (state.state === null || row.state === state.state) &&
        row.name.toLowerCase().includes(q.trim().toLowerCase()),
    );
  const isTable = of !== 'interference' && of !== 'joint';
  const asked = of === 'terminals' ? terminals : list;
  const open = list.data?.sources.find(({ id }) => id === state.source);
  return (
    <div className="cw-page equipment" aria-busy={asked.isFetching && !asked.data}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('equipment.title')}</h1>
        {list.data?.demoUntil != null && (
          <span className="cw-note">
            {t('equipment.demo', { time: momentText(list.data.demoUntil).slice(0, 16) })}
          </span>
        )}
        <span className="cw-grow" />
        <Link to="/statistics/sourceMonitor">{t('equipment.live')}</Link>
        {records && (
          <Link to={records.path}>
            <Button icon={<SettingOutlined />} tabIndex={-1}>
              {t('equipment.records')}
            </Button>
          </Link>
        )}
        <Export state={state} table={of} />
      </header>
      <Filters state={state} change={change} />
      {of === 'interference' && <InterferencePanel state={state} change={change} />}
      {of === 'joint' && <JointCoveragePanel days={state.days} band={state.band} onChange={change} />}
      {isTable && asked.error && <Failure error={asked.error} retry={() => void asked.refetch()} />}
      {isTable && !asked.data && !asked.error && <Skeleton active />}
      {of === 'sources' && list.data && (
        <SourceTable
          rows={found(list.data.sources)}
          now={list.data.at}
          onOpen={(source, tab) => change({ source, tab })}
        />
      )}
      {of === 'gateways' && list.data && <GatewayTable rows={found(list.data.gateways)} now={list.data.at} />}
      {of === 'terminals' && terminals.data && (
        <>
          <TerminalTable rows={terminals.data.items} now={terminals.data.at} />
          {terminals.data.totalCount > pageSize && (
            <Pagination
              align="end"
              current={state.page}
              pageSize={pageSize}
              showSizeChanger={false}
              total={terminals.data.totalCount}
              onChange={(page) => change({ page })}
            />
          )}
        </>
      )}
      <Drawer
        open={state.source !== null && open !== undefined}
        title={open?.name}
        width="min(1120px, 100vw)"
        onClose={() => change({ source: null, tab: 'history' })}
        destroyOnHidden
      >
        {open && <Details state={state} change={change} id={open.id} name={open.name} />}
      </Drawer>
    </div>
  );
}

function Filters({ state, change }: StateProps) {
  const { t } = useTranslation();
  const { of } = state;
  return (
    <div className="cw-bar">
      <Segmented
        aria-label={t('equipment.tab')}
        value={of}
        onChange={(value) =>
          change({
            of: value,
            state: null,
            kind: null,
            q: '',
            page: 1,
            span: 24,
            hour: null,
            days: 31,
            band: 'all',
          })
        }
        options={tables.map((value) => ({
          value,
          label: t(`equipment.sheet.${value}`),
        }))}
      />
      {statesOf[of].length > 0 && <Narrowing state={state} change={change} />}
    </div>
  );
}

/** What narrows the rows of a table. */
function Narrowing({ state, change }: StateProps) {
  const { t } = useTranslation();
  const { of } = state;
  const words = t(of === 'terminals' ? 'equipment.searchTerminal' : 'equipment.search');
  return (
    <>
      <Input.Search
        key={of}
        allowClear
        defaultValue={state.q}
        aria-label={words}
        placeholder={words}
        onSearch={(q) => change({ q, page: 1 })}
        style={{ width: 220 }}
      />
      <Select<string>
        aria-label={t('equipment.sheet.state')}
        value={state.state ?? ''}
        onChange={(value) => change({ state: value || null, page: 1 })}
        options={[
          { value: '', label: t('equipment.anyState') },
          ...statesOf[of].map((value) => ({
            value,
            label: t(of === 'terminals' ? `equipment.terminal.${value}` : `equipment.state.${value}`),
          })),
        ]}
        popupMatchSelectWidth={false}
        style={{ minWidth: 130 }}
      />
      {of === 'terminals' && (
        <Select<string>
          aria-label={t('equipment.sheet.kind')}
          value={state.kind ?? ''}
          onChange={(value) => change({ kind: terminalKinds.find((one) => one === value) ?? null, page: 1 })}
          options={[
            { value: '', label: t('equipment.anyKind') },
            ...terminalKinds.map((value) => ({ value, label: t(`equipment.kind.${value}`) })),
          ]}
          popupMatchSelectWidth={false}
          style={{ minWidth: 130 }}
        />
      )}
    </>
  );
}

function Details({ state, change, id, name }: StateProps & { id: number; name: string }) {
  const { t } = useTranslation();
  return (
    <div className="equipment-details">
      <div className="cw-bar">
        <Segmented<EquipmentState['tab']>
          aria-label={t('equipment.details', { name })}
          value={state.tab}
          onChange={(tab) => change({ tab })}
          options={[
            { value: 'history', label: t('equipment.tabHistory') },
            { value: 'coverage', label: t('equipment.tabCoverage') },
          ]}
        />
        <span className="cw-grow" />
        {state.tab === 'coverage' && <Export state={state} table="coverage" />}
      </div>
      {state.tab === 'history' ? (
        <SourceHistory id={id} hours={state.hours} onHours={(hours) => change({ hours })} />
      ) : (
        <SourceCoverage id={id} days={state.days} band={state.band} onChange={change} />
      )}
    </div>
  );
}

function Export({ state, table }: { state: EquipmentState; table: EquipmentState['of'] | 'coverage' }) {
  const { t } = useTranslation();
  return (
    <ExportButton
      path={(format) => exportPath(state, table, format)}
      table={t(`equipment.sheet.${table}`)}
      named
    />
  );
}
