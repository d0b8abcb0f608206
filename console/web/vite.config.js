// One script and one style sheet of fixed names, which the program serves; nothing inline, since the
// content security policy forbids it.
export default {
  root: "source",
  base: "/",
  build: {
    outDir: "../built", emptyOutDir: true, target: "es2022", modulePreload: false, cssCodeSplit: false, assetsInlineLimit: 0,
    rolldownOptions: {
      output: { entryFileNames: "console.js", assetFileNames: "console.[ext]", codeSplitting: false },
    },
  },
};
