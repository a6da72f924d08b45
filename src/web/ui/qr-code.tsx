import { QRCode } from 'antd';

interface Props {
  value: string;
  /** Side, in pixels. */
  size: number;
  /** What it opens, for who does not see it. */
  label: string;
}

/** Black on white in both themes: some readers take nothing else. */
export function QrCode({ value, size, label }: Props) {
  return (
    <QRCode value={value} size={size} color="#000000" bgColor="#ffffff" errorLevel="M" aria-label={label} />
  );
}
