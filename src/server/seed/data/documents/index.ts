import { basicRules } from './basic-rules.ts';
import type { DocumentRow } from './document-row.ts';
import { order371 } from './order-371.ts';
import { order761 } from './order-761.ts';

/** The laws that the rules of the product name, every article of them: a test looks. */
export const lawDocuments: readonly DocumentRow[] = [order371, basicRules, order761];
