import {
  EnvironmentOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  FileWordOutlined,
} from '@ant-design/icons';

/** What kind of file it is, beside its name: never the only place that says so. */
export function FileIcon({ mediaType }: { mediaType: string }) {
  const style = { fontSize: 20, color: 'var(--cw-soft)' };
  if (mediaType === 'application/pdf') return <FilePdfOutlined style={style} aria-hidden />;
  if (mediaType.startsWith('image/')) return <FileImageOutlined style={style} aria-hidden />;
  if (mediaType.endsWith('spreadsheetml.sheet') || mediaType === 'text/csv')
    return <FileExcelOutlined style={style} aria-hidden />;
  if (mediaType.endsWith('wordprocessingml.document')) return <FileWordOutlined style={style} aria-hidden />;
  if (mediaType === 'application/geo+json' || mediaType.includes('kml'))
    return <EnvironmentOutlined style={style} aria-hidden />;
  return <FileTextOutlined style={style} aria-hidden />;
}
