import { InboxOutlined } from '@ant-design/icons';
import { useInvalidate, useList } from '@refinedev/core';
import { Alert, App, Button, Input, Skeleton, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { largestDocument } from '#domain/documents/limits.ts';
import type { DocumentArticleRecord } from '#domain/record/records.gen.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { articleAddress } from '#web/ui/article-address.ts';
import { Failure } from '#web/ui/failure.tsx';
import './government.css';

interface Draft {
  number: number;
  chapter: string;
  heading: string;
  text: string;
}

const longestText = 20_000;

/** The text of a document from a file, cut into articles: looked at and mended here before it is saved. */
export function ImportTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const action = useAsyncAction();
  const [drafts, setDrafts] = useState<Draft[] | null>(null);
  const [problems, setProblems] = useState<{ kind: string; number: number }[]>([]);
  const { query, result } = useList<DocumentArticleRecord>({
    resource: 'documentArticle',
    pagination: { pageSize: 1 },
    filters: [{ field: 'document', operator: 'eq', value: record.id }],
    errorNotification: false,
  });
  if (query.isLoading) return <Skeleton active />;
  if (result.data[0]) {
    const cites = { code: String(record.code), article: result.data[0].number };
    return (
      <p>
        {t('government.has', { count: result.total })}{' '}
        <Link to={articleAddress(cites)}>{t('government.toDocument')}</Link>
      </p>
    );
  }

  const read = (file: File) =>
    action.run(async () => {
      setDrafts(null);
      if (file.size > largestDocument) throw new Error('government.tooLarge');
      const content = await base64Of(file);
      const answer = await callService('Government', 'ReadFile', { name: file.name, content });
      setDrafts(answer.articles);
      setProblems(answer.problems);
    });
  const save = (articles: Draft[]) =>
    action.run(async () => {
      const { count } = await callService('Government', 'SaveArticles', { document: record.id, articles });
      message.success(t('government.saved', { count }));
      setDrafts(null);
      await invalidate({ resource: 'documentArticle', invalidates: ['all'] });
    });
  const put = (index: number, change: Partial<Draft>) =>
    setDrafts((drafts ?? []).map((one, at) => (at === index ? { ...one, ...change } : one)));
  const usable =
    drafts?.every(({ text }) => text.trim() !== '' && text.length <= longestText) &&
    new Set(drafts.map(({ number }) => number)).size === drafts.length;

  return (
    <div className="government-import">
      {action.failure !== null && <Failure title={t('government.notRead')} error={action.failure} />}
      <Upload.Dragger
        accept=".docx,.pdf,.html,.htm,.txt,.md"
        maxCount={1}
        showUploadList={false}
        disabled={action.busy}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{t('government.drop')}</p>
        <p className="cw-soft">{t('government.dropText')}</p>
      </Upload.Dragger>
      {action.busy && <Skeleton active paragraph={{ rows: 3 }} />}
      {drafts && (
        <>
          {problems.length > 0 && (
            <Alert
              type="warning"
              showIcon
              message={t('government.look')}
              description={problems
                .slice(0, 20)
                .map(({ kind, number }) => t(`government.problem.${kind}`, { number }))
                .join(' · ')}
            />
          )}
          <div className="cw-bar">
            <strong>{t('government.cut', { count: drafts.length })}</strong>
            <span className="cw-grow" />
            <Button
              type="primary"
              loading={action.busy}
              disabled={drafts.length === 0 || !usable}
              onClick={() => void save(drafts)}
            >
              {t('government.save')}
            </Button>
          </div>
          <ol className="government-drafts">
            {drafts.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a number may come twice until it is mended
              <li key={index}>
                <div className="cw-bar">
                  <strong>{t('government.article', { number: one.number })}</strong>
                  <Input
                    size="small"
                    className="cw-grow"
                    maxLength={200}
                    aria-label={t('government.headingOf', { number: one.number })}
                    placeholder={t('government.heading')}
                    value={one.heading}
                    onChange={({ target }) => put(index, { heading: target.value })}
                  />
                  <span className="cw-soft">{one.chapter}</span>
                  <Button size="small" onClick={() => setDrafts(drafts.filter((_, at) => at !== index))}>
                    {t('government.leaveOut')}
                  </Button>
                </div>
                <Input.TextArea
                  autoSize={{ minRows: 1, maxRows: 8 }}
                  aria-label={t('government.textOf', { number: one.number })}
                  status={one.text.trim() === '' || one.text.length > longestText ? 'error' : ''}
                  value={one.text}
                  onChange={({ target }) => put(index, { text: target.value })}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

async function base64Of(file: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}
