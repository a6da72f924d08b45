import { Form, type FormProps, Modal, type ModalProps } from 'antd';

type Props<Values> = Omit<ModalProps, 'modalRender' | 'onOk' | 'children'> &
  Pick<
    FormProps<Values>,
    'form' | 'initialValues' | 'onFinish' | 'onValuesChange' | 'requiredMark' | 'children'
  >;

/**
 * A dialog that is a form. Its buttons stand inside the form, so that the one that sends it does so from its first
 * moment, and Enter like it; what was typed goes with the dialog.
 */
export function FormDialog<Values>({
  form,
  initialValues,
  onFinish,
  onValuesChange,
  requiredMark,
  okButtonProps,
  children,
  ...dialog
}: Props<Values>) {
  return (
    <Modal
      {...dialog}
      okButtonProps={{ ...okButtonProps, htmlType: 'submit' }}
      modalRender={(content) => (
        <Form<Values>
          form={form}
          layout="vertical"
          clearOnDestroy
          initialValues={initialValues}
          onFinish={onFinish}
          onValuesChange={onValuesChange}
          requiredMark={requiredMark}
        >
          {content}
        </Form>
      )}
    >
      {typeof children === 'function' ? null : children}
    </Modal>
  );
}
