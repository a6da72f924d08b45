import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConfigurationPreview } from '#contract/configuration-transfer.ts';
import { withNeeds } from '#domain/configuration/compare.ts';
import { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { ComparisonList } from './comparison-list.tsx';
import { FileFacts } from './file-facts.tsx';
import { previousFile } from './previous-file.ts';

/** Characters of a file at most, as the call takes them. */
const largestFile = 5_000_000;

interface Loaded {
  name: string;
  file: string;
}

interface Applied {
  id: number;
  added: number;
  changed: number;
}

/** A file is compared with this installation, item by item; the chosen ones are applied. */
export function ImportCard({ onApplied }: { onApplied: () => void }) {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [preview, setPreview] = useState<ConfigurationPreview | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isApplying, setIsApplying] = useState(false);
  const [isOutdated, setIsOutdated] = useState(false);
  const [applied, setApplied] = useState<Applied | null>(null);
  const latest = useRef(0);

  const compare = async (next: Loaded, outdated = false) => {
    latest.current += 1;
    const own = latest.current;
    setLoaded(next);
    setBusy(true);
    setFailure(null);
    setIsOutdated(outdated);
    try {
      const found = await callService('ConfigurationTransfer', 'Preview', { file: next.file });
      if (own !== latest.current) return;
      setPreview(found);
      setSelected(new Set());
    } catch (error) {
      if (own !== latest.current) return;
      setPreview(null);
      setFailure(error);
    } finally {
      if (own === latest.current) setBusy(false);
    }
  };
  const choose = async (file: File) => {
    setApplied(null);
    if (file.size > largestFile * 3) return tooLarge();
    const text = await file.text();
    if (text.length > largestFile) return tooLarge();
    await compare({ name: file.name, file: text });
  };
  const tooLarge = () => {
    setPreview(null);
    setFailure(new RequestError('configuration.tooLarge', { statusCode: 0, code: 'tooLarge' }));
  };
  const begin = useRef(compare);
  useEffect(() => {
    const file = previousFile.take();
    if (file) void begin.current({ name: t('configuration.previous'), file });
  }, [t]);

  const items = preview?.items ?? [];
  const chosen = withNeeds(items, [...selected]);
  return (
    <section className="configuration-card" aria-labelledby="configuration-import">
      <h2 id="configuration-import">{t('configuration.import')}</h2>
      <Upload.Dragger
        accept=".json,application/json"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          void choose(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{t('configuration.drop')}</p>
        <p className="cw-soft">{t('configuration.dropText')}</p>
      </Upload.Dragger>
      <div aria-live="polite" className="configuration-comparison">
        {busy && <Skeleton active />}
        {!busy && failure !== null && (
          <>
            <Failure title={t('configuration.previewFailed')} error={failure} />
            <FileErrors error={failure} />
          </>
        )}
        {applied && (
          <Alert
            type="success"
            showIcon
            role="status"
            message={t('configuration.applied', { added: applied.added, changed: applied.changed })}
            description={
              <Link to={`/permission/configuration/${applied.id}`}>{t('configuration.openRecord')}</Link>
            }
          />
        )}
        {isOutdated && !busy && (
          <Alert type="warning" showIcon role="alert" message={t('configuration.changedSince')} />
        )}
      </div>
      {!busy && preview && loaded && (
        <>
          <FileFacts name={loaded.name} file={preview} />
          <ComparisonList items={items} chosen={chosen} selected={selected} onSelect={setSelected} />
          <div className="configuration-apply">
            <span>{t('configuration.chosen', { count: chosen.size })}</span>
            <Button type="primary" disabled={chosen.size === 0} onClick={() => setIsApplying(true)}>
              {t('configuration.apply')}
            </Button>
          </div>
        </>
      )}
      {isApplying && preview && loaded && (
        <ApplyDialog
          items={items.filter(({ id }) => chosen.has(id))}
          installation={preview.installation}
          apply={(reason) =>
            callService('ConfigurationTransfer', 'Apply', {
              file: loaded.file,
              items: [...chosen],
              comparison: preview.comparison,
              reason,
            })
          }
          onDone={(done) => {
            setIsApplying(false);
            setApplied(done);
            onApplied();
            void compare(loaded);
          }}
          onOutdated={() => {
            setIsApplying(false);
            void compare(loaded, true);
          }}
          onClose={() => setIsApplying(false)}
        />
      )}
    </section>
  );
}

/** Why the file can't be used. */
function FileErrors({ error }: { error: unknown }) {
  const texts = error instanceof RequestError ? (error.errors.file ?? []) : [];
  if (texts.length === 0) return null;
  return (
    <ul className="configuration-error">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
