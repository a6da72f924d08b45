import { useList } from '@refinedev/core';
import { Empty, Input, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GovernmentDocument, GovernmentDocumentRecord } from '#domain/record/records.gen.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { today } from '#web/client/clock.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { Failure } from '#web/ui/failure.tsx';
import { DocumentText } from './document-text.tsx';
import { useReading } from './reading-state.ts';
import { SearchResults } from './search-results.tsx';
import './government.css';
import { DayPicker } from '#web/ui/pickers.tsx';

const kinds: GovernmentDocument['kind'][] = ['law', 'circular', 'airspaceOrder', 'localRule'];

/** Of the versions of each document the one that was in force on a day. */
function inForce(documents: readonly GovernmentDocumentRecord[], day: string): GovernmentDocumentRecord[] {
  return documents.filter(
    ({ effectiveFrom, effectiveTo }) => effectiveFrom <= day && (!effectiveTo || effectiveTo >= day),
  );
}

/** `/governmentInformation`: what is in force on a day, by kind, to be read and searched. */
export function GovernmentPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const label = useLabel();
  const [reading, change] = useReading();
  const day = reading.day ?? today();
  const { query, result } = useList<GovernmentDocumentRecord>({
    resource: 'governmentDocument',
    pagination: { pageSize: 1000 },
    sorters: [{ field: 'title', order: 'asc' }],
    errorNotification: false,
  });
  const all = result.data;
  const valid = inForce(all, day);
  const versions = all.filter(({ code }) => code === reading.document);
  const chosen = valid.find(({ code }) => code === reading.document);
  const resource = resourceNamed('governmentDocument');
  const keeps = resource && opensScreen(resource, 'create');
  const kindWords = resource?.schema.properties.kind?.['x-enum'];
  return (
    <div className="cw-page government-page">
      <header className="cw-bar">
        <h1 className="cw-title">{t('government.title')}</h1>
        <Input.Search
          key={reading.words}
          className="cw-grow"
          allowClear
          maxLength={200}
          defaultValue={reading.words}
          placeholder={t('government.search')}
          aria-label={t('government.search')}
          onSearch={(words) => change({ words: words.trim() })}
        />
        <DayPicker
          aria-label={t('government.day')}
          placeholder={t('government.today')}
          value={reading.day ? dayjs(reading.day) : null}
          onChange={(value) => change({ day: value?.format('YYYY-MM-DD') ?? null })}
        />
        {keeps && resource && <Link to={`${resource.path}/create`}>{t('government.new')}</Link>}
      </header>
      {query.error && (
        <Failure title={t('government.failed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {query.isSuccess && (
        <div className="government-columns">
          <nav aria-label={t('government.documents')}>
            {kinds.map((kind) => {
              const own = valid.filter((one) => one.kind === kind);
              if (own.length === 0) return null;
              return (
                <section key={kind}>
                  <h2>
                    {label(kindWords?.[kind])} <span className="cw-soft">{own.length}</span>
                  </h2>
                  <ul>
                    {own.map((one) => (
                      <li key={one.id}>
                        <button
                          type="button"
                          className="government-entry"
                          aria-current={one.code === reading.document ? 'true' : undefined}
                          onClick={() => change({ document: one.code, article: null, words: '' })}
                        >
                          {nameIn({ name: one.title, nameEn: one.titleEn }, locale)}
                          <span className="cw-soft">{(locale === 'en' && one.numberEn) || one.number}</span>
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              );
            })}
            {valid.length === 0 && <Empty description={t('government.noneOn', { day })} />}
          </nav>
          <main>
            {reading.words !== '' ? (
              <SearchResults reading={reading} day={day} change={change} />
            ) : chosen ? (
              <DocumentText
                document={chosen}
                versions={versions}
                reading={reading}
                day={day}
                change={change}
              />
            ) : reading.document ? (
              <Empty
                description={t(versions.length > 0 ? 'government.notInForce' : 'government.unknown', { day })}
              />
            ) : (
              <Empty description={t('government.choose')} />
            )}
          </main>
        </div>
      )}
    </div>
  );
}
