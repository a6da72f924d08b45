/** Rules by which users are notified of targets and plans: what other folders may use. */
export { planNotificationRules } from './plan-rules.ts';
export { notificationRuleChecks } from './rule-checks.ts';
export { createTargetRules } from './target-rules.ts';
