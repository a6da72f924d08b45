import { useList } from '@refinedev/core';
import { Alert, Select, Skeleton, Tag } from 'antd';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DocumentArticleRecord, GovernmentDocumentRecord } from '#domain/record/records.gen.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { Failure } from '#web/ui/failure.tsx';
import type { Reading } from './reading-state.ts';

interface Props {
  document: GovernmentDocumentRecord;
  /** Of the same document. */
  versions: GovernmentDocumentRecord[];
  reading: Reading;
  day: string;
  change: (change: Partial<Reading>) => void;
}

/** A document in its chapters and articles, in the version of the day. */
export function DocumentText({ document, versions, reading, day, change }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const english = locale === 'en';
  const { query, result } = useList<DocumentArticleRecord>({
    resource: 'documentArticle',
    pagination: { pageSize: 1000 },
    filters: [{ field: 'document', operator: 'eq', value: document.id }],
    sorters: [{ field: 'order', order: 'asc' }],
    errorNotification: false,
  });
  const articles = result.data;
  const loaded = articles.length;
  // An address leads to its very article, once that is there.
  useEffect(() => {
    if (reading.article === null || loaded === 0) return;
    globalThis.document.getElementById(`article-${reading.article}`)?.scrollIntoView({ block: 'start' });
  }, [reading.article, loaded]);
  const resource = resourceNamed('governmentDocument');
  const span = (one: GovernmentDocumentRecord) =>
    `${(english && one.editionEn) || one.edition} · ${t('government.span', { from: one.effectiveFrom, to: one.effectiveTo ?? t('government.open') })}`;
  return (
    <article className="government-text">
      <header>
        <h2>{nameIn({ name: document.title, nameEn: document.titleEn }, locale)}</h2>
        <p className="cw-soft">
          {[
            (english && document.numberEn) || document.number,
            (english && document.issuerEn) || document.issuer,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="cw-bar">
          {versions.length > 1 ? (
            <Select
              size="small"
              aria-label={t('government.version')}
              value={document.id}
              popupMatchSelectWidth={false}
              options={versions
                .toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom))
                .map((one) => ({ value: one.id, label: span(one) }))}
              onChange={(id) => {
                const version = versions.find((one) => one.id === id);
                if (version) change({ day: version.effectiveTo ?? version.effectiveFrom });
              }}
            />
          ) : (
            <span>{span(document)}</span>
          )}
          {document.state === 'repealed' && <Tag color="error">{t('government.repealed')}</Tag>}
          {resource && opensScreen(resource, 'show') && (
            <Link to={`${resource.path}/${document.id}`}>{t('government.record')}</Link>
          )}
        </div>
        {document.isSummary && <Alert type="info" showIcon message={t('government.summary')} />}
        {document.remark && <p>{document.remark}</p>}
      </header>
      {query.error && (
        <Failure title={t('government.failed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
      {query.isSuccess && loaded === 0 && <p className="cw-soft">{t('government.noArticles')}</p>}
      {articles.map((one, index) => {
        const chapter = (english && one.chapterEn) || one.chapter;
        const before = articles[index - 1];
        const isNew = chapter && chapter !== ((english && before?.chapterEn) || before?.chapter);
        return (
          <Fragment key={one.id}>
            {isNew && <h3>{chapter}</h3>}
            <section
              id={`article-${one.number}`}
              data-marked={reading.article === one.number}
              aria-current={reading.article === one.number ? 'true' : undefined}
            >
              <h4>
                <Link
                  to={`?${new URLSearchParams({
                    document: document.code,
                    article: String(one.number),
                    ...(reading.day ? { day } : {}),
                  })}`}
                >
                  {t('government.article', { number: one.number })}
                </Link>{' '}
                {(english && one.headingEn) || one.heading}
              </h4>
              <p>{(english && one.textEn) || one.text}</p>
            </section>
          </Fragment>
        );
      })}
    </article>
  );
}
