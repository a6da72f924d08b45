export const typeMaintainers = ['Pages.BaseManage.Type'];

/** What the approval of an airspace, a route or a point leaves in its record. */
export const approvalFields = ['state', 'acceptState', 'auditState', 'auditOpinion'];

export const airspaceApproval = {
  kind: 'airspace' as const,
  state: 'auditState',
  opinion: 'auditOpinion',
  marks: { state: 'state', accept: 'acceptState' },
  expiry: [],
};

export const nobody: string[] = [];

export const users = ['Pages.Users'];

export const operating = ['Pages.Operating'];

export const administrators = ['Pages.Admin'];
