import '@ant-design/v5-patch-for-react-19';
import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SelectWidget } from '#web/engine/widgets/select-widget.tsx';

const Form = withTheme({ ...Theme, widgets: { ...Theme.widgets, SelectWidget } });
const nothingWrong = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
  reset: () => undefined,
};

function Page() {
  const [value, setValue] = useState<unknown>({});
  return (
    <>
      <Form
        schema={{
          type: 'object',
          properties: { state: { type: 'integer', title: 'State', enum: [0, 1, 2] } },
        }}
        uiSchema={{ state: { 'ui:enumNames': ['待审核', '审核通过', 'Failed'] } }}
        formData={value}
        validator={nothingWrong}
        onChange={({ formData }) => setValue(formData)}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
