-- The language server in Neovim (0.7 and later), set up by the recipe of docs/editors.md: nvim --headless -u RECIPE -S neovim.lua.
-- `aunit` must be in PATH; the working directory must contain list.als. Prints a line with the results at the end.
vim.cmd('edit list.als')
local buffer = vim.api.nvim_get_current_buf()

local function await(what, condition)
  if not vim.wait(20000, condition, 10) then
    io.stderr:write('no ' .. what .. '\n')
    vim.cmd('cquit')
  end
end

local function ask(method, line, column)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  for _, answer in pairs(answers or {}) do return answer.result end
end

await('file type', function() return vim.bo[buffer].filetype == 'alloy' end)
await('connection', function() return next(vim.lsp.buf_get_clients(buffer)) ~= nil end)
await('error in the text', function() return #vim.diagnostic.get(buffer) == 1 end)
local message = vim.diagnostic.get(buffer)[1].message
vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { 'pred acyclic { all n: Node | n !in n.^link }' })
await('mended text', function() return #vim.diagnostic.get(buffer) == 0 end)
local hover = ask('textDocument/hover', 1, 22).contents.value:match('\n(.-)\n')
local lenses = vim.lsp.buf_request_sync(buffer, 'textDocument/codeLens', { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, 20000)
local title
for _, answer in pairs(lenses) do title = answer.result[1].command.title end
print(message:gsub('\n', ' ') .. '; ' .. hover .. '; ' .. title)
vim.lsp.stop_client(vim.lsp.get_active_clients())
vim.cmd('qall!')
