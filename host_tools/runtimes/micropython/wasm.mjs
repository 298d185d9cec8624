// Runs a MicroPython script on the 32-bit build from npm, with the firmware as .mpy in its file
// system. Arguments: the package's folder, heap in bytes, a JSON list of [path, file] to copy in,
// and the script. A traceback goes to standard output and makes the status 1.
// This build collects garbage only while no Python runs: a script that measures its heap is cut
// in parts by lines "# %%", and what it asked to collect is collected between them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [packageFolder, heap, copies, script] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(`${packageFolder}/micropython.mjs`));
const python = await loadMicroPython({
  heapsize: Number(heap),
  stdout: (line) => console.log(line),
  linebuffer: true,
});
for (const [path, file] of JSON.parse(copies)) {
  const parts = path.split("/");
  for (let i = 1; i < parts.length; i++) {
    const folder = parts.slice(0, i).join("/");
    if (folder && !python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
  }
  python.FS.writeFile(path, readFileSync(file));
}
try {
  for (const part of readFileSync(script, "utf8").split("\n# %%\n")) python.runPython(part);
} catch (error) {
  console.log(String(error.message ?? error));
  process.exitCode = 1;
}
