import { DeleteOutlined, DownloadOutlined, EyeOutlined, LinkOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Tag, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '#domain/text/label.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { useLabel } from '#web/client/locale.ts';
import { sizeText } from '#web/ui/size-text.ts';
import { FileIcon } from './file-icon.tsx';
import type { RecordFile } from './files-api.ts';
import { isShowable } from './showable.ts';

export interface FileActions {
  open: (file: RecordFile) => void;
  save: (file: RecordFile) => void;
  share: (file: RecordFile) => void;
  /** Absent: this user changes nothing here. */
  remove?: (file: RecordFile) => void;
  restore?: (file: RecordFile) => void;
  purge?: (file: RecordFile) => void;
}

interface Props {
  file: RecordFile;
  kinds: { name: string; label: Label }[];
  actions: FileActions;
}

/** One file: what it is, how large, who added it and when, and what can be done with it. */
export function FileRow({ file, kinds, actions }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const { name } = file;
  const kind = kinds.find((one) => one.name === file.kind);
  const showable = isShowable(file.mediaType) !== null && file.deletedAt === null;
  const button = (key: string, icon: ReactNode, run: (file: RecordFile) => void, danger = false) => (
    <Tooltip title={t(`files.${key}`)}>
      <Button
        type="text"
        size="small"
        icon={icon}
        danger={danger}
        aria-label={t(`files.${key}Of`, { name })}
        onClick={() => run(file)}
      />
    </Tooltip>
  );
  return (
    <li className="cw-file">
      <FileIcon mediaType={file.mediaType} />
      <div className="cw-file-about">
        <div>
          {showable ? (
            <button type="button" className="cw-link cw-file-name" onClick={() => actions.open(file)}>
              {name}
            </button>
          ) : (
            <span className={file.deletedAt === null ? 'cw-file-name' : 'cw-file-name cw-struck'}>
              {name}
            </span>
          )}
          {file.kind !== null && <Tag>{kind ? label(kind.label) : file.kind}</Tag>}
        </div>
        <div className="cw-file-facts">
          <span className="cw-figures">{sizeText(file.size)}</span>
          <span>{file.addedByName}</span>
          <time className="cw-figures" dateTime={file.createdAt} title={zuluText(file.createdAt)}>
            {localText(file.createdAt)}
          </time>
        </div>
      </div>
      <div className="cw-file-actions">
        {file.deletedAt === null ? (
          <>
            {showable && button('open', <EyeOutlined />, actions.open)}
            {button('save', <DownloadOutlined />, actions.save)}
            {button('share', <LinkOutlined />, actions.share)}
            {actions.remove && button('remove', <DeleteOutlined />, actions.remove, true)}
          </>
        ) : (
          <>
            {actions.restore && button('restore', <UndoOutlined />, actions.restore)}
            {actions.purge && button('purge', <DeleteOutlined />, actions.purge, true)}
          </>
        )}
      </div>
    </li>
  );
}
