// Reads shaders from standard input, separated by NUL, and asks Tint about each. Writes one answer a
// shader, separated by NUL, after a byte 1: nothing where it is accepted, else the messages.
import { readFileSync } from 'node:fs';

const { create } = await import('webgpu');
const gpu = create(['backend=null']);
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice();
// Dawn's objects must outlive every pending promise.
globalThis.kept = { gpu, adapter, device };

const answers = [];
for (const code of readFileSync(0, 'utf8').split('\0')) {
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code });
  const { messages } = await module.getCompilationInfo();
  await device.popErrorScope();
  const errors = messages.filter((m) => m.type === 'error');
  answers.push(errors.map((m) => `${m.lineNum}:${m.linePos}: ${m.message}`).join('\n'));
}
process.stdout.write('\x01' + answers.join('\0'), () => process.exit(0));
