import { App, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { localText } from '#web/client/clock.ts';
import { copyText } from '#web/ui/copy-text.ts';
import {
  linkTo,
  purgeFile,
  type RecordFile,
  type RecordOfFiles,
  removeFile,
  restoreFile,
  saveFile,
} from './files-api.ts';

/** A working day: whoever gets a link opens it when they come to it. */
const sharedMinutes = 480;

/**
 * What can be done to a file. What can be undone is done at once and offers to be undone; what cannot asks
 * first.
 */
export function useFileActions(of: RecordOfFiles, refresh: () => void) {
  const { t } = useTranslation();
  const { modal, notification } = App.useApp();

  const fail = (title: string, error: unknown) => {
    modal.error({
      title,
      content: error instanceof Error ? t(error.message) : t('shell.error.unknown'),
      okText: t('shell.ok'),
    });
    refresh();
  };

  const restore = async (file: RecordFile) => {
    try {
      await restoreFile(of, file.id);
      refresh();
      notification.success({ message: t('files.restored', { name: file.name }) });
    } catch (error) {
      fail(t('files.restoreFailed', { name: file.name }), error);
    }
  };

  const remove = async (file: RecordFile) => {
    try {
      await removeFile(of, file.id);
    } catch (error) {
      return fail(t('files.removeFailed', { name: file.name }), error);
    }
    refresh();
    const key = `file:${file.id}`;
    notification.success({
      key,
      message: t('files.removed', { name: file.name }),
      duration: 8,
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            void restore(file);
          }}
        >
          {t('list.undo')}
        </Button>
      ),
    });
  };

  const purgeAll = (files: RecordFile[]) => {
    const [first] = files;
    modal.confirm({
      title:
        files.length === 1
          ? t('files.purgeTitle', { name: first?.name })
          : t('files.purgeAllTitle', { count: files.length }),
      content: t('files.purgeText'),
      okText: t('files.purge'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        for (const file of files) {
          try {
            await purgeFile(of, file.id);
          } catch (error) {
            return fail(t('files.purgeFailed', { name: file.name }), error);
          }
        }
        refresh();
      },
    });
  };

  const share = async (file: RecordFile) => {
    try {
      const link = await linkTo(of, file.id, sharedMinutes);
      const address = new URL(link.page, window.location.href).href;
      modal.info({
        title: t('files.shareTitle', { name: file.name }),
        width: 560,
        content: (
          <>
            <p>{t('files.shareText', { until: localText(link.expiresAt) })}</p>
            <Input.TextArea readOnly autoSize value={address} aria-label={t('files.shareAddress')} />
            <Button
              style={{ marginTop: 8 }}
              onClick={() => {
                void copyText(address).then((copied) =>
                  copied
                    ? notification.success({ message: t('files.copied') })
                    : notification.warning({ message: t('shell.notCopied') }),
                );
              }}
            >
              {t('files.copy')}
            </Button>
          </>
        ),
        okText: t('shell.ok'),
      });
    } catch (error) {
      fail(t('files.shareFailed', { name: file.name }), error);
    }
  };

  return {
    restore: (file: RecordFile) => void restore(file),
    remove: (file: RecordFile) => void remove(file),
    purge: (file: RecordFile) => purgeAll([file]),
    purgeAll,
    share: (file: RecordFile) => void share(file),
    save(file: RecordFile) {
      saveFile(of, file).catch((error: unknown) => fail(t('files.saveFailed', { name: file.name }), error));
    },
  };
}
