import { QRCode } from 'antd';

/** A chunk of its own: the page around it is drawn without antd. Black on white in both themes, for every reader. */
export function BindQr({ value }: { value: string }) {
  return <QRCode value={value} size={240} color="#000000" bgColor="#ffffff" />;
}
