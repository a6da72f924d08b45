import { QrcodeOutlined } from '@ant-design/icons';
import type { WidgetProps } from '@rjsf/utils';
import { Button, Input, Popover, QRCode, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { controlProps } from './input-widgets.tsx';

/** A text that a phone reads from the screen or from a sign: entered as text, shown as a QR code. */
export function QrWidget(props: WidgetProps) {
  const { value, onChange, label, schema } = props;
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : '';
  return (
    <Space.Compact block>
      <Input
        {...controlProps(props)}
        value={text}
        maxLength={schema.maxLength}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        // Black on white in both themes: some readers take nothing else.
        content={
          <figure className="cw-qr">
            <QRCode value={text === '' ? '-' : text} color="#000000" bgColor="#ffffff" bordered={false} />
            <figcaption>{text}</figcaption>
          </figure>
        }
      >
        <Button
          icon={<QrcodeOutlined />}
          disabled={text === ''}
          aria-label={t('form.showQr', { label })}
          title={t('form.showQr', { label })}
        />
      </Popover>
    </Space.Compact>
  );
}
