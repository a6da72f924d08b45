/** Configurations that move between installations: what other folders may use. */
export { createConfigurationTransferService } from './configuration-calls.ts';
