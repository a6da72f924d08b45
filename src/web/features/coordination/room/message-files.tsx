import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { FileIcon } from '#web/engine/files/file-icon.tsx';
import { FilePreview } from '#web/engine/files/file-preview.tsx';
import { linkTo, type RecordFile, saveFile } from '#web/engine/files/files-api.ts';
import { isShowable } from '#web/engine/files/showable.ts';
import { sizeText } from '#web/ui/size-text.ts';
import '#web/engine/files/files.css';

type ChatFile = ChatMessage['files'][number];

/** The record type whose files they are. */
export const filesOf = (room: number) => ({ resource: 'chatRoom', id: room });

const asRecordFile = (file: ChatFile): RecordFile => ({
  ...file,
  kind: null,
  addedByName: null,
  createdAt: '',
  deletedAt: null,
});

/** Pictures are shown, other files named; each opens or is saved. */
export function MessageFiles({ room, files }: { room: number; files: readonly ChatFile[] }) {
  const [opened, setOpened] = useState<ChatFile | null>(null);
  if (files.length === 0) return null;
  const of = filesOf(room);
  return (
    <ul className="chat-files">
      {files.map((file) => (
        <li key={file.id}>
          {isShowable(file.mediaType) === 'image' ? (
            <Picture room={room} file={file} onOpen={() => setOpened(file)} />
          ) : (
            <Button
              icon={<FileIcon mediaType={file.mediaType} />}
              onClick={() =>
                isShowable(file.mediaType) ? setOpened(file) : void saveFile(of, asRecordFile(file))
              }
            >
              <bdi>{file.name}</bdi> <span className="cw-figures cw-soft">{sizeText(file.size)}</span>
            </Button>
          )}
        </li>
      ))}
      {opened && <FilePreview of={of} file={asRecordFile(opened)} onClose={() => setOpened(null)} />}
    </ul>
  );
}

function Picture({ room, file, onOpen }: { room: number; file: ChatFile; onOpen: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['file-link', 'chatRoom', room, file.id],
    queryFn: () => linkTo(filesOf(room), file.id),
    staleTime: 600_000,
    gcTime: 600_000,
  });
  return (
    <button
      type="button"
      className="chat-picture"
      aria-label={t('files.openOf', { name: file.name })}
      onClick={onOpen}
    >
      {data && <img src={data.file} alt={file.name} loading="lazy" />}
      <bdi>{file.name}</bdi>
    </button>
  );
}
